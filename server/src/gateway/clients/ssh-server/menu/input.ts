/** What a line typed in the menu asks for. Contract: docs/contract/ssh.md, "Menu". */
export type MenuInput =
  | { readonly kind: "next" }
  | { readonly kind: "previous" }
  | { readonly kind: "list"; readonly list: ListKind }
  | { readonly kind: "tree" }
  /** The node with this number in the tree. */
  | { readonly kind: "node"; readonly number: number }
  /** A number: a row of the list, or a text to look for. */
  | { readonly kind: "number"; readonly number: number; readonly text: string }
  /** `connects`: the only one that is found is connected to; `within`: among what is listed. */
  | { readonly kind: "search"; readonly text: string; readonly connects: boolean; readonly within: boolean }
  | { readonly kind: "refresh" }
  | { readonly kind: "language" }
  | { readonly kind: "help" }
  | { readonly kind: "leave" };

/** The lists of the menu. */
export type ListKind = "assets" | "hosts" | "databases" | "clusters" | "favorites";

const words: ReadonlyMap<string, MenuInput> = new Map<string, MenuInput>([
  ["", { kind: "next" }],
  ["n", { kind: "next" }],
  ["b", { kind: "previous" }],
  ["p", { kind: "list", list: "assets" }],
  ["h", { kind: "list", list: "hosts" }],
  ["d", { kind: "list", list: "databases" }],
  ["k", { kind: "list", list: "clusters" }],
  ["f", { kind: "list", list: "favorites" }],
  ["g", { kind: "tree" }],
  ["r", { kind: "refresh" }],
  ["s", { kind: "language" }],
  ["?", { kind: "help" }],
  ["q", { kind: "leave" }],
  ["exit", { kind: "leave" }],
  ["quit", { kind: "leave" }],
]);

/** Reads a line. */
export function readMenuInput(line: string): MenuInput {
  const text = line.trim();
  const word = words.get(text.toLowerCase());
  if (word !== undefined) return word;
  const node = /^g\s*(\d{1,6})$/i.exec(text);
  if (node !== null) return { kind: "node", number: Number(node[1]) };
  if (/^\d{1,9}$/.test(text)) return { kind: "number", number: Number(text), text };
  if (text.startsWith("//"))
    return { kind: "search", text: text.slice(2).trim(), connects: false, within: true };
  if (text.startsWith("/"))
    return { kind: "search", text: text.slice(1).trim(), connects: false, within: false };
  return { kind: "search", text, connects: true, within: false };
}
