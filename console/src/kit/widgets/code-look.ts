import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Colours are variables of the style sheet, so that light and dark need no second theme. */
const look = EditorView.theme({
  "&": { fontSize: "var(--type-small)", backgroundColor: "var(--surface)", color: "var(--text)" },
  "&.cm-focused": { outline: "none" },
  ".cm-content": {
    fontFamily: "var(--font-mono)",
    caretColor: "var(--text)",
    padding: "8px 0",
  },
  ".cm-gutters": { backgroundColor: "var(--canvas)", color: "var(--text-muted)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--code-line)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection": {
    backgroundColor: "var(--code-selection) !important",
  },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-panels": { backgroundColor: "var(--canvas)", color: "var(--text)" },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null, tags.operatorKeyword], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--code-string)" },
  { tag: [tags.number, tags.atom], color: "var(--code-number)" },
  { tag: [tags.comment, tags.meta], color: "var(--text-muted)" },
  {
    tag: [tags.propertyName, tags.definition(tags.variableName), tags.attributeName],
    color: "var(--code-name)",
  },
  { tag: tags.invalid, color: "var(--code-invalid)" },
]);

/** How code looks, in light and dark. */
export const codeLook: Extension = [look, syntaxHighlighting(colours)];
