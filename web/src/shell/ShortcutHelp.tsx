import { useShortcutList } from "@/lib/shortcuts";
import { Dialog } from "@/ui/Dialog";
import { Kbd } from "@/ui/Kbd";

const SHELL = ["Everywhere", "Go to"];
/** What the page offers comes after what holds everywhere. */
const rank = (group: string): number => (SHELL.includes(group) ? SHELL.indexOf(group) : SHELL.length);

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcutList();
  const groups = [...new Set(shortcuts.map((each) => each.group))].toSorted((one, other) => rank(one) - rank(other));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard" description="Single keys are off while you type." wide>
      <div className="help-grid">
        {groups.map((group) => (
          <section key={group}>
            <h3 className="label">{group}</h3>
            <dl className="help-list">
              {[...new Map(shortcuts.filter((each) => each.group === group).map((each) => [each.keys, each])).values()].map((each) => (
                <div key={each.keys} className="row">
                  <dt className="grow">{each.label}</dt>
                  <dd>
                    <Kbd keys={each.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
