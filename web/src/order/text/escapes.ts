/** Terminal colours and cursor moves mean nothing on a page. */
// eslint-disable-next-line no-control-regex
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])|\r(?!\n)/g;

export function withoutEscapes(text: string): string {
  return text.replace(ESCAPES, "");
}
