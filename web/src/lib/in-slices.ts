/** Works through many things without keeping the page from reacting: after a few milliseconds it lets others go first. */
const SLICE_MS = 5;

export async function inSlices<T>(things: readonly T[], act: (thing: T) => void): Promise<void> {
  let until = performance.now() + SLICE_MS;
  for (const thing of things) {
    if (performance.now() > until) {
      await others();
      until = performance.now() + SLICE_MS;
    }
    act(thing);
  }
}

/** A message to oneself: unlike a timer it is not slowed down in a tab that nobody looks at. */
function others(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
