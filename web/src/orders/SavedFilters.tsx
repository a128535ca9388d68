/** Filters with a name, kept in this browser. The filter itself is the address. */
import { Bookmark, BookmarkCheck, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useStored } from "@/lib/stored";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/fields";
import { Menu, MenuItem, MenuLabel, MenuRule } from "@/ui/Menu";
import { isFiltered, type OrdersSearch } from "./search";

interface SavedFilter {
  name: string;
  search: OrdersSearch;
}

export function SavedFilters({ search, onChange }: { search: OrdersSearch; onChange: (next: OrdersSearch) => void }) {
  const [saved, setSaved] = useStored<SavedFilter[]>("shopfloor.filters", []);
  const [isNaming, setNaming] = useState(false);
  const canSave = isFiltered(search);
  if (saved.length === 0 && !canSave) return null;
  const save = (name: string) => {
    const { page: _page, ...kept } = search;
    setSaved([...saved.filter((each) => each.name !== name), { name, search: kept }]);
    setNaming(false);
  };
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" icon={saved.length ? <BookmarkCheck className="i" size={14} /> : <Bookmark className="i" size={14} />}>
            <span className="hide-phone">{saved.length ? "Filters" : "Save filter"}</span>
          </Button>
        }
      >
        {saved.length > 0 && <MenuLabel>Saved filters</MenuLabel>}
        {saved.map((each) => (
          <MenuItem key={each.name} onSelect={() => onChange(each.search)}>
            {each.name}
          </MenuItem>
        ))}
        {saved.length > 0 && <MenuRule />}
        <MenuItem icon={<Bookmark className="i" size={13} />} disabled={!canSave} onSelect={() => setNaming(true)}>
          Save this filter
        </MenuItem>
        {saved.map((each) => (
          <MenuItem key={`forget ${each.name}`} danger icon={<Trash2 className="i" size={13} />} onSelect={() => setSaved(saved.filter((other) => other !== each))}>
            Forget {each.name}
          </MenuItem>
        ))}
      </Menu>
      <Dialog open={isNaming} onOpenChange={setNaming} title="Save this filter" description="It is kept in this browser. Its address can be shared.">
        <NameForm onSave={save} />
      </Dialog>
    </>
  );
}

function NameForm({ onSave }: { onSave: (name: string) => void }) {
  const [name, setName] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) onSave(name.trim());
  };
  return (
    <form onSubmit={submit}>
      <Field label="Name">
        {(ids) => (
          <div className="input">
            <input {...ids} value={name} onChange={(event) => setName(event.target.value)} autoFocus maxLength={60} />
          </div>
        )}
      </Field>
      <div className="dlg-f">
        <Button type="submit" variant="primary" disabled={!name.trim()}>
          Save
        </Button>
      </div>
    </form>
  );
}
