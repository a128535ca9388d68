import { useEffect, useRef } from "react";
import { useShownTheme } from "@/lib/theme";
import { applyColours, EDITOR_OPTIONS, forgetModels, modelOf, monaco } from "./monaco";
import { openFilesOf } from "./open-files";

interface CodeEditorProps {
  readonly orderId: string;
  readonly path: string;
  readonly text: string;
  readonly line: number | undefined;
  readonly isReadOnly: boolean;
  readonly onText: (text: string) => void;
}

export function CodeEditor({ orderId, path, text, line, isReadOnly, onText }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor>(undefined);
  const theme = useShownTheme();
  const latest = useRef({ text, onText });
  useEffect(() => {
    latest.current = { text, onText };
  });
  useEffect(() => applyColours(theme), [theme]);

  useEffect(() => {
    if (!place.current) return;
    const made = monaco.editor.create(place.current, { ...EDITOR_OPTIONS, model: null, ariaLabel: "Text of the file" });
    editor.current = made;
    const typing = made.onDidChangeModelContent(() => latest.current.onText(made.getValue()));
    return () => {
      typing.dispose();
      made.dispose();
      editor.current = undefined;
    };
  }, []);
  useEffect(() => {
    editor.current?.setModel(modelOf(orderId, path, latest.current.text));
    forgetModels(orderId, (each) => each === path || openFilesOf(orderId).get(each) !== undefined);
    editor.current?.focus();
  }, [orderId, path]);
  useEffect(() => {
    const model = editor.current?.getModel();
    if (model && model.getValue() !== text) model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
  }, [text, path]);
  useEffect(() => editor.current?.updateOptions({ readOnly: isReadOnly }), [isReadOnly]);
  useEffect(() => {
    if (line === undefined) return;
    editor.current?.revealLineInCenter(line);
    editor.current?.setPosition({ lineNumber: line, column: 1 });
  }, [line, path]);
  return <div className="code-editor" ref={place} />;
}

/** Theirs beside ours. */
export function CodeDiff({ theirs, ours }: { readonly theirs: string; readonly ours: string }) {
  const place = useRef<HTMLDivElement>(null);
  const theme = useShownTheme();
  useEffect(() => applyColours(theme), [theme]);
  useEffect(() => {
    if (!place.current) return;
    const original = monaco.editor.createModel(theirs);
    const modified = monaco.editor.createModel(ours);
    const made = monaco.editor.createDiffEditor(place.current, { ...EDITOR_OPTIONS, readOnly: true, renderSideBySide: true, originalAriaLabel: "In the sandbox", modifiedAriaLabel: "Yours" });
    made.setModel({ original, modified });
    return () => {
      made.dispose();
      original.dispose();
      modified.dispose();
    };
  }, [theirs, ours]);
  return <div className="code-diff" ref={place} />;
}
