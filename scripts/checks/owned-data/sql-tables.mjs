/**
 * Which tables a piece of SQL reads and writes. Not a parser: it walks the tokens and knows the places where SQL names a
 * table. A value put into a template stands as `$0`, `$1` …, so that a fragment in such a place is seen as well.
 *
 * @typedef {object} TableUse
 * @property {string} table
 * @property {"read" | "write"} kind
 * @property {number} at where in the text the name begins
 * @property {string} alias what the columns of the table are qualified with
 * @property {boolean} isCommon whether it is no table, but a name given by `with`
 */

const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"([^"]+)"|\$(?:\d+)|[a-z_][a-z0-9_]*|\S/gi;

/** Words after which no further table of the same `from` follows. */
const endOfFrom = new Set(
  "where group order having limit offset fetch for window union except intersect returning set on select".split(
    " ",
  ),
);
/** `for update`, `on update`, `do update`, `no key update` and triggers' `after update` write nothing by themselves. */
const beforeOtherUpdate = new Set(["for", "on", "do", "key", "before", "after", "or"]);
/** What may follow a table that has no alias. */
const afterTable = new Set([
  ...endOfFrom,
  ..."join inner left right full cross natural using default values tablesample".split(" "),
]);
const modifiers = new Set(["only", "lateral", "table", "if", "exists", "not"]);

/** The words, names and marks of `text`, and where each begins; comments and what strings hold are left out. */
function tokensOf(text) {
  const tokens = [];
  const offsets = [];
  for (const { 0: whole, 1: quoted, index } of text.matchAll(token)) {
    if (whole.startsWith("--") || whole.startsWith("/*")) continue;
    tokens.push(whole.startsWith("'") ? "''" : (quoted ?? whole.toLowerCase()));
    offsets.push(index);
  }
  return { tokens, offsets };
}

/**
 * Names given by `with name as (…)`.
 * @param {string} text
 * @returns {Set<string>}
 */
export const commonTableNamesOfSql = (text) => commonTableNames(tokensOf(text).tokens);

function commonTableNames(tokens) {
  const names = new Set();
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at] !== "as") continue;
    let after = at + 1;
    if (tokens[after] === "not") after++;
    if (tokens[after] === "materialized") after++;
    if (tokens[after] !== "(") continue;
    let name = at - 1;
    if (tokens[name] === ")") name = openingOf(tokens, name) - 1;
    if (["with", "recursive", ","].includes(tokens[name - 1])) names.add(tokens[name]);
  }
  return names;
}

function openingOf(tokens, closing) {
  let depth = 0;
  for (let at = closing; at >= 0; at--) {
    if (tokens[at] === ")") depth++;
    if (tokens[at] === "(" && --depth === 0) return at;
  }
  return 0;
}

/**
 * Every use of a table in `text`, in its order; names given by `with` among them.
 * @param {string} text
 * @returns {TableUse[]}
 */
export function tablesOfSql(text) {
  const { tokens, offsets } = tokensOf(text);
  const common = commonTableNames(tokens);
  const uses = [];

  /** The name at `at`, behind `only`, `lateral` or a schema; undefined where something else stands. */
  const add = (at, kind) => {
    let name = at;
    while (modifiers.has(tokens[name])) name++;
    if (tokens[name + 1] === "." && tokens[name] === "public") name += 2;
    const table = tokens[name];
    // A qualified name is a column: `extract(epoch from sessions.date_start)`.
    if (table === undefined || !/^[a-z_$]/.test(table) || tokens[name + 1] === ".") return;
    const next = tokens[name + 1] === "as" ? name + 2 : name + 1;
    const alias = /^[a-z_]/.test(tokens[next] ?? "") && !afterTable.has(tokens[next]) ? tokens[next] : table;
    uses.push({ table, kind, at: offsets[name], alias, isCommon: common.has(table) });
  };
  /** The tables of a list that begins at `at`: `from a, b join c on …, d`. */
  const addList = (at, kind) => {
    add(at, kind);
    let depth = 0;
    for (let next = at; next < tokens.length; next++) {
      if (tokens[next] === "(") depth++;
      if (tokens[next] === ")" && --depth < 0) return;
      if (depth > 0) continue;
      if (tokens[next] === ",") add(next + 1, kind);
      if (endOfFrom.has(tokens[next]) && tokens[next] !== "on") return;
    }
  };

  for (const [at, word] of tokens.entries()) {
    const before = tokens[at - 1];
    if (word === "into" || word === "references") add(at + 1, word === "into" ? "write" : "read");
    else if (word === "update" && !beforeOtherUpdate.has(before)) add(at + 1, "write");
    else if (word === "truncate") addList(at + 1, "write");
    else if (word === "copy" || (word === "table" && ["alter", "drop", "lock"].includes(before)))
      add(at + 1, "write");
    else if (word === "join") add(at + 1, "read");
    else if (word === "using" && tokens[at + 1] !== "(") addList(at + 1, "read");
    else if (word === "from" && before === "delete") add(at + 1, "write");
    else if (word === "from" && before !== "distinct") addList(at + 1, "read");
  }
  return uses;
}

/**
 * Every qualified column of `text`: `a.name` is the column `name` of `a`.
 * @param {string} text
 */
export function columnsOfSql(text) {
  const { tokens, offsets } = tokensOf(text);
  return tokens.flatMap((word, index) =>
    word === "." && tokens[index + 2] !== "." && /^[a-z_*]/.test(tokens[index + 1] ?? "")
      ? [{ alias: tokens[index - 1], column: tokens[index + 1], at: offsets[index + 1] }]
      : [],
  );
}
