import { dirname } from "node:path";

/**
 * Who owns which table. A room of the server (an area, or a room of the engine) says so in its `owned-tables.json`; a table
 * that only a resource works on belongs to the area that declares the resource, without an entry.
 *
 * @typedef {object} Ownership
 * @property {ReadonlyMap<string, string>} owners the room of each table
 * @property {readonly string[]} problems
 */

const source = /^server\/src\//;

/** The room a file belongs to: `areas/users`, `engine/http`; for files beside the rooms the file itself. */
export function roomOf(path) {
  const parts = path.replace(source, "").split("/");
  if (parts.length === 1) return parts[0];
  return parts.length === 2 || parts[0] === "demo" ? parts[0] : parts.slice(0, 2).join("/");
}

/**
 * @param {readonly { path: string, text: string }[]} declarations the files `owned-tables.json`
 * @param {ReadonlySet<string>} tables those of the migrated database
 * @param {readonly { path: string, text: string }[]} [sources] files that may declare resources
 * @returns {Ownership}
 */
export function readOwnership(declarations, tables, sources = []) {
  const owners = new Map();
  const problems = [];
  for (const { path, text } of declarations) {
    const room = dirname(path).replace(source, "");
    for (const table of Object.keys(JSON.parse(text).tables)) {
      if (owners.has(table)) problems.push(`${path}: ${table} is owned by ${owners.get(table)} already`);
      if (!tables.has(table)) problems.push(`${path}: no migration creates ${table}`);
      owners.set(table, room);
    }
  }
  for (const [table, rooms] of tablesOfResources(sources)) {
    if (owners.has(table) || !tables.has(table)) continue;
    if (rooms.size > 1)
      problems.push(`${table} has resources in ${[...rooms].join(" and ")}: name one owner`);
    owners.set(table, [...rooms][0]);
  }
  for (const table of tables)
    if (!owners.has(table))
      problems.push(`${table} has no owner: name it in the owned-tables.json of one room`);
  return { owners, problems };
}

/** The areas whose resources name each table. */
function tablesOfResources(sources) {
  const rooms = new Map();
  for (const { path, text } of sources) {
    if (!text.includes("defineResource(")) continue;
    for (const [, table] of text.matchAll(/^\s*table: "([a-z_]+)",$/gm))
      rooms.set(table, (rooms.get(table) ?? new Set()).add(roomOf(path)));
  }
  return rooms;
}

/**
 * The tables there are after the migrations, in their order.
 * @param {readonly string[]} migrations
 * @returns {Set<string>}
 */
export function tablesOfMigrations(migrations) {
  const tables = new Set();
  const change =
    /\b(create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?|drop\s+table\s+(?:if\s+exists\s+)?)([a-z_]+)|\balter\s+table\s+([a-z_]+)\s+rename\s+to\s+([a-z_]+)/gi;
  for (const text of migrations) {
    for (const [, verb, table, before, after] of text.replace(/--[^\n]*/g, "").matchAll(change)) {
      if (before !== undefined) {
        tables.delete(before);
        tables.add(after);
      } else if (/^create/i.test(verb)) tables.add(table);
      else tables.delete(table);
    }
  }
  return tables;
}
