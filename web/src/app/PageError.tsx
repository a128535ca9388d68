import { Link, useRouter } from "@tanstack/react-router";
import { ErrorState, EmptyState } from "@/ui/states";

/** Last resort: a page that broke. A new version of the app needs a reload. */
export function PageError({ error }: { error: unknown }) {
  const router = useRouter();
  const isOldVersion = error instanceof Error && /dynamically imported module|Importing a module/.test(error.message);
  if (isOldVersion)
    return <ErrorState title="Shopfloor was updated" error={new Error("This tab still has the version before. Reload it.")} onRetry={() => location.reload()} />;
  return <ErrorState title="This page broke" error={error} onRetry={() => void router.invalidate()} />;
}

export const NotFound = () => (
  <EmptyState
    title="Nothing here"
    text="This address leads nowhere."
    action={
      <Link to="/" className="btn">
        All orders
      </Link>
    }
  />
);
