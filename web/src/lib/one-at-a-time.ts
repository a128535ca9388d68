/** Work that is asked for more often than it can be done: never two at once, and once more where it was asked for meanwhile. */
export function oneAtATime(work: () => Promise<unknown>): () => void {
  let isBusy = false;
  let isAsked = false;
  const run = async () => {
    isBusy = true;
    while (isAsked) {
      isAsked = false;
      await work().catch(() => undefined);
    }
    isBusy = false;
  };
  return () => {
    isAsked = true;
    if (!isBusy) void run();
  };
}
