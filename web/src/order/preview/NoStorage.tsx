import { HardDrive, X } from "lucide-react";
import { useStored } from "@/lib/stored";
import { IconButton } from "@/ui/Button";
import { sameSiteAddress } from "./storage";

interface NoStorageProps {
  readonly what: string;
  readonly tab?: string;
  readonly onOpen: () => void;
}

/** Said where the browser is stricter with frames than most pages expect. */
export function NoStorage({ what, tab, onOpen }: NoStorageProps) {
  const [isKnown, setIsKnown] = useStored<boolean>("shopfloor.no-storage-known", false);
  if (isKnown) return undefined;
  const there = sameSiteAddress(new URL(location.href), tab);
  return (
    <div className="no-storage" role="status">
      <HardDrive className="i" size={13} aria-hidden />
      <span>
        {`This browser lets framed pages of other sites store nothing; ${what} Open it `}
        <button type="button" className="link" onClick={onOpen}>in a new tab</button>
        {there !== undefined && (
          <>
            {", or use Shopfloor "}
            <a className="link" href={there}>as shopfloor.localhost</a>
          </>
        )}
        .
      </span>
      <IconButton label="Do not say this again" size="sm" className="push" onClick={() => setIsKnown(true)}><X className="i" size={13} /></IconButton>
    </div>
  );
}
