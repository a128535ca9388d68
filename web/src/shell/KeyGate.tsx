/** A server that wants its key: asked for once, kept in this browser. */
import { type FormEvent, useState } from "react";
import { storeKey, storedKey } from "@/client/key";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/fields";
import { Mark } from "@/ui/Mark";

export function KeyGate() {
  const [key, setKey] = useState("");
  const wasWrong = storedKey() !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    storeKey(key.trim());
    location.reload();
  };
  return (
    <main className="gate">
      <form className="card gate-card" onSubmit={submit}>
        <Mark lamp="idle" size={28} />
        <h1 className="text-16">This Shopfloor wants its key</h1>
        <p className="t2">It is the value of SHOPFLOOR_API_KEY on the server. This browser keeps it.</p>
        <Field label="Key" problem={wasWrong ? "The key this browser had was not accepted." : null}>
          {(ids) => (
            <div className="input">
              <input {...ids} type="password" autoComplete="current-password" value={key} onChange={(event) => setKey(event.target.value)} autoFocus />
            </div>
          )}
        </Field>
        <Button type="submit" variant="primary" size="lg" disabled={!key.trim()}>
          Open the floor
        </Button>
      </form>
    </main>
  );
}
