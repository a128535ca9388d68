/** Code of a part that is loaded when it is first needed: while the server cannot be reached, it is waited for. */
const AGAIN_AFTER = 1500;

export async function arriving<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (await isReachable()) throw error;
  }
  do await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
  while (!(await isReachable()));
  await missingStyles();
  return load();
}

const isReachable = (): Promise<boolean> => fetch("/api/health", { cache: "no-store" }).then(() => true, () => false);

/** The bundler's loader asks for a style sheet only once: those that did not come are asked for again here. */
async function missingStyles(): Promise<void> {
  const missing = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].filter((link) => link.sheet === null);
  await Promise.all(missing.map(askedAgain));
}

const askedAgain = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve) => {
    const again = document.createElement("link");
    again.rel = "stylesheet";
    again.crossOrigin = link.crossOrigin;
    again.addEventListener("load", () => resolve());
    again.addEventListener("error", () => resolve());
    again.href = link.href;
    link.replaceWith(again);
  });
