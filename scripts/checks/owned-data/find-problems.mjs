import { roomOf } from "./ownership.mjs";
import { tableMentions } from "./table-mentions.mjs";

/** Text without any of these names no table: most files need not be parsed. */
const mayNameTables = /sql|query|select|insert|update|delete|table|truncate|copy/i;

/**
 * What stands against the rules: only the owner of a table writes it, and others read it through what the owner exports.
 *
 * @param {readonly { path: string, text: string }[]} sources of the server, without tests
 * @param {import("./ownership.mjs").Ownership} ownership
 * @returns {string[]}
 */
export function findProblems(sources, { owners }) {
  const files = sources
    .filter(({ text }) => mayNameTables.test(text))
    .map(({ path, text }) => ({
      path,
      mentions: tableMentions(path, text).filter(({ name, isValue }) => isValue || owners.has(name)),
    }));
  const published = publishedTables(files);
  return files.flatMap(({ path, mentions }) =>
    mentions.flatMap((mention) => {
      const problem = problemOf(mention, { room: roomOf(path), owners, published });
      return problem === undefined ? [] : [`${path}:${mention.line}: ${problem}`];
    }),
  );
}

/** The exported values that stand for tables, and what they promise. */
function publishedTables(files) {
  const published = new Map();
  for (const { mentions } of files)
    for (const { kind, name, value, columns } of mentions)
      if (kind === "publish") published.set(value, { table: name, columns });
  return published;
}

function problemOf(mention, { room, owners, published }) {
  const { name, kind, isValue, columns } = mention;
  const table = isValue ? published.get(name)?.table : name;
  if (table === undefined) return undefined;
  const owner = owners.get(table);
  if (kind === "hide") return `a "with" is called as the table ${table} is: give it another name`;
  if (owner === room) return undefined;
  if (kind === "write") return `writes ${table}, which belongs to ${owner}: call a function of its index.ts`;
  if (kind === "publish") return `publishes ${table}, which belongs to ${owner}`;
  if (!isValue) return `names ${table}, which belongs to ${owner}: use what its index.ts exports`;
  const promised = published.get(name)?.columns ?? [];
  const missing = columns.filter((column) => !promised.includes(column));
  if (missing.length === 0) return undefined;
  return `reads ${table}.${missing.join(", ")}, which ${owner} does not promise: add it to ${name}`;
}
