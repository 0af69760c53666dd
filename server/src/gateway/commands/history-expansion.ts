/** A designator that stands for a line of the history or a part of one, up to where its word ends. */
const designator = /^!(?:\?[^?\n]*\??|[^\s=("';|&<>)])[^\s"';|&<>)]*/;

/** `^old^new^`: the line before, with something else in it. */
const substitution = /^\^[^^]+\^([^^]*)(?:\^.*)?$/;

/** A designator that says how the line begins that it calls. */
const beginning = /^![A-Za-z_./][^:?*$^%-]*$/;

/** What a shell says when there is no such line. */
const refusal = /^[\w./-]*sh: /;

/** White space counts once: a line may have been broken at the edge of the screen. */
const plain = (text: string): string => text.replace(/\s+/g, " ").trim();

/**
 * Whether a line that was put out is the one the shell has made of a typed one with `!…` or `^old^new`: bash and zsh
 * show the line they run before its output. All that was typed literally has to be in it in order, so that the
 * output of a program cannot take the place of what was typed.
 */
export function isExpansionOf(typed: string, shown: string): boolean {
  const line = plain(shown);
  if (line === "" || refusal.test(line)) return false;
  const parts = literalsOf(plain(typed));
  if (parts === null) return false;
  const [first = "", ...others] = parts;
  const last = others.pop() ?? "";
  if (!line.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = line.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return line.length - last.length >= at && line.endsWith(last);
}

/** What stands around the designators of a line, in order; null when it has none. */
function literalsOf(typed: string): string[] | null {
  const replacement = substitution.exec(typed)?.[1];
  if (replacement !== undefined) return ["", replacement, ""];
  const literals = [""];
  let quote = "";
  for (let at = 0; at < typed.length; ) {
    const word = quote === "'" ? undefined : designator.exec(typed.slice(at))?.[0];
    if (word !== undefined) {
      if (beginning.test(word)) literals[literals.length - 1] += word.slice(1);
      literals.push("");
      at += word.length;
      continue;
    }
    const character = typed.charAt(at);
    const length = character === "\\" && quote !== "'" ? 2 : 1;
    if (character === quote) quote = "";
    else if (quote === "" && (character === "'" || character === '"')) quote = character;
    literals[literals.length - 1] += typed.slice(at, at + length);
    at += length;
  }
  return literals.length > 1 ? literals : null;
}
