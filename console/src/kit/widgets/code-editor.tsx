import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { type ReactNode, useEffect, useRef } from "react";
import { contentSecurityNonce } from "../theme.ts";
import { codeLook } from "./code-look.ts";
import { type CodeMode, loadMode } from "./code-modes.ts";
import "./widgets.css";

/** Props of {@link CodeEditor}. */
export interface CodeEditorProps {
  /** Accessible name. */
  readonly label: string;
  readonly value: string;
  readonly onChange?: (text: string) => void;
  readonly onBlur?: () => void;
  /** Language; shell unless given. */
  readonly mode?: CodeMode;
  readonly disabled?: boolean;
  readonly id?: string;
  /** Tools above the text, on the left and on the right. */
  readonly tools?: ReactNode;
  readonly sideTools?: ReactNode;
}

const TAB = 4;

function readOnly(disabled: boolean) {
  return [EditorState.readOnly.of(disabled), EditorView.editable.of(!disabled)];
}

/**
 * An editor for code: line numbers, colours, search, undo. Tab indents by four; Escape, then Tab, leaves it. Loaded
 * apart from everything else: use it through a lazy import.
 */
export default function CodeEditor(props: CodeEditorProps) {
  const { value, mode = "shell", disabled = false, tools, sideTools } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const parts = useRef({ language: new Compartment(), state: new Compartment() });

  // Made once, with what is given then; later changes go through the effects below.
  useEffect(() => {
    if (host.current === null) return;
    const start = latest.current;
    const nonce = contentSecurityNonce();
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: start.value,
        extensions: [
          ...(nonce === undefined ? [] : [EditorView.cspNonce.of(nonce)]),
          lineNumbers(),
          highlightActiveLine(),
          highlightActiveLineGutter(),
          highlightSpecialChars(),
          highlightSelectionMatches(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          EditorState.tabSize.of(TAB),
          indentUnit.of(" ".repeat(TAB)),
          keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, indentWithTab]),
          codeLook,
          parts.current.language.of([]),
          parts.current.state.of(readOnly(start.disabled === true)),
          EditorView.contentAttributes.of({
            "aria-label": start.label,
            ...(start.id === undefined ? {} : { id: start.id }),
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange?.(update.state.doc.toString());
            if (update.focusChanged && !update.view.hasFocus) latest.current.onBlur?.();
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    view.current?.dispatch({ effects: parts.current.state.reconfigure(readOnly(disabled)) });
  }, [disabled]);
  useEffect(() => {
    const current = { wanted: true };
    void loadMode(mode).then((language) => {
      if (current.wanted) {
        view.current?.dispatch({ effects: parts.current.language.reconfigure(language) });
      }
    });
    return () => {
      current.wanted = false;
    };
  }, [mode]);

  return (
    <div className={`code-editor ${disabled ? "is-disabled" : ""}`}>
      {tools === undefined && sideTools === undefined ? null : (
        <div className="code-tools">
          <span>{tools}</span>
          <span>{sideTools}</span>
        </div>
      )}
      <div ref={host} className="code-host" />
    </div>
  );
}
