/** Monaco with what we need of it. Loaded with the first file that is opened. */
import * as monaco from "monaco-editor/editor/editor.api";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";
import "monaco-editor/features/bracketMatching/register";
import "monaco-editor/features/clipboard/register";
import "monaco-editor/features/comment/register";
import "monaco-editor/features/contextmenu/register";
import "monaco-editor/features/diffEditor/register";
import "monaco-editor/features/find/register";
import "monaco-editor/features/folding/register";
import "monaco-editor/features/indentation/register";
import "monaco-editor/features/linesOperations/register";
import "monaco-editor/features/multicursor/register";
import "monaco-editor/features/wordOperations/register";
import "monaco-editor/languages/definitions/cpp/register";
import "monaco-editor/languages/definitions/csharp/register";
import "monaco-editor/languages/definitions/css/register";
import "monaco-editor/languages/definitions/dockerfile/register";
import "monaco-editor/languages/definitions/go/register";
import "monaco-editor/languages/definitions/graphql/register";
import "monaco-editor/languages/definitions/html/register";
import "monaco-editor/languages/definitions/ini/register";
import "monaco-editor/languages/definitions/java/register";
import "monaco-editor/languages/definitions/javascript/register";
import "monaco-editor/languages/definitions/kotlin/register";
import "monaco-editor/languages/definitions/lua/register";
import "monaco-editor/languages/definitions/markdown/register";
import "monaco-editor/languages/definitions/php/register";
import "monaco-editor/languages/definitions/python/register";
import "monaco-editor/languages/definitions/ruby/register";
import "monaco-editor/languages/definitions/rust/register";
import "monaco-editor/languages/definitions/scss/register";
import "monaco-editor/languages/definitions/shell/register";
import "monaco-editor/languages/definitions/sql/register";
import "monaco-editor/languages/definitions/swift/register";
import "monaco-editor/languages/definitions/typescript/register";
import "monaco-editor/languages/definitions/xml/register";
import "monaco-editor/languages/definitions/yaml/register";

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

const token = (name: string): string => hex(getComputedStyle(document.documentElement).getPropertyValue(name).trim());
/** Monaco knows #rrggbb and #rrggbbaa only. */
const hex = (colour: string): string => (/^#[0-9a-f]{3,4}$/i.test(colour) ? `#${[...colour.slice(1)].map((each) => each + each).join("")}` : colour);

export function applyColours(theme: "dark" | "light"): void {
  const rule = (name: string, colour: string) => ({ token: name, foreground: token(colour).slice(1) });
  monaco.editor.defineTheme("shopfloor", {
    base: theme === "light" ? "vs" : "vs-dark",
    inherit: true,
    rules: [
      rule("", "--text"), rule("keyword", "--syn-k"), rule("tag", "--syn-k"), rule("string", "--syn-s"), rule("regexp", "--syn-s"),
      rule("number", "--syn-n"), rule("constant", "--syn-n"), rule("type", "--syn-t"), rule("attribute", "--syn-f"), rule("function", "--syn-f"),
      rule("comment", "--syn-c"), rule("metatag", "--syn-c"), rule("delimiter", "--text-2"),
    ],
    colors: {
      "editor.background": token("--surface"), "editor.foreground": token("--text"), "editorLineNumber.foreground": token("--text-3"),
      "editorLineNumber.activeForeground": token("--text"), "editor.lineHighlightBackground": token("--hover"), "editor.lineHighlightBorder": token("--hover"),
      "editor.selectionBackground": token("--accent-line"), "editorCursor.foreground": token("--text"), "editorWidget.background": token("--raised"),
      "editorWidget.border": token("--line-2"), "input.background": token("--inset"), focusBorder: token("--accent"), "editorIndentGuide.background1": token("--line"),
      "diffEditor.insertedTextBackground": token("--add-mark"), "diffEditor.removedTextBackground": token("--del-mark"),
      "diffEditor.insertedLineBackground": token("--add-bg"), "diffEditor.removedLineBackground": token("--del-bg"),
    },
  });
  monaco.editor.setTheme("shopfloor");
}

export const EDITOR_OPTIONS = {
  automaticLayout: true,
  fontFamily: "'JetBrains Mono Variable', monospace",
  fontSize: 12,
  lineHeight: 19,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  smoothScrolling: false,
  renderLineHighlight: "line",
  padding: { top: 8, bottom: 8 },
  fixedOverflowWidgets: true,
  bracketPairColorization: { enabled: false },
} as const satisfies monaco.editor.IStandaloneEditorConstructionOptions;

const addressOf = (orderId: string, path: string) => monaco.Uri.from({ scheme: "sandbox", authority: orderId, path: `/${path}` });

export function modelOf(orderId: string, path: string, text: string): monaco.editor.ITextModel {
  const address = addressOf(orderId, path);
  const language = /\.jsonc?$/i.test(path) ? "javascript" : undefined;
  return monaco.editor.getModel(address) ?? monaco.editor.createModel(text, language, address);
}

/** Models outlive their editor, so that a file keeps its undo history; those of closed files go. */
export function forgetModels(orderId: string, isOpen: (path: string) => boolean): void {
  for (const model of monaco.editor.getModels()) {
    const { scheme, authority, path } = model.uri;
    if (scheme === "sandbox" && authority === orderId && !isOpen(path.slice(1))) model.dispose();
  }
}

export { monaco };
