import { type Kysely, sql } from "kysely";
import type { Database } from "../database/database.ts";

/** A column of the migrated database. */
export interface Column {
  readonly table: string;
  readonly name: string;
  /** Name of its type in PostgreSQL; of an array that of its elements. */
  readonly type: string;
  readonly isArray: boolean;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
  /** Computed by the database, whatever is given. */
  readonly isGenerated: boolean;
}

/** What an owner says of a table in its `owned-tables.json`. */
export interface OwnedTable {
  readonly description: string;
  /** Types that the database does not know: what JSON holds, and which texts there are. By the name of the column. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** A file `owned-tables.json`. */
export interface OwnedTables {
  /** Where the types come from that columns are given: by their name the module, relative to the file. */
  readonly types?: Readonly<Record<string, string>>;
  readonly tables: Readonly<Record<string, OwnedTable>>;
}

const typeNames: Readonly<Record<string, string>> = {
  bool: "boolean",
  bytea: "Buffer",
  date: "string",
  float8: "number",
  inet: "string",
  int2: "number",
  int4: "number",
  int8: "number",
  json: "Json",
  jsonb: "Json",
  numeric: "string",
  numrange: "string",
  text: "string",
  timestamptz: "Date",
  uuid: "string",
  varchar: "string",
};

/** Most characters of a line, as the formatter has it. */
const lineWidth = 110;

/** Every column of the product's own tables, in the order of the tables' definitions. */
export async function readColumns(db: Kysely<Database>): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as name, coalesce(e.typname, t.typname) as type,
      e.typname is not null as "isArray", not a.attnotnull as "isNullable",
      a.atthasdef and a.attgenerated = '' or a.attidentity = 'd' as "hasDefault",
      a.attgenerated <> '' or a.attidentity = 'a' as "isGenerated"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and c.relname not like 'kysely_migration%'
    order by c.relname, a.attnum
  `.execute(db);
  return rows;
}

const isJson = ({ type, isArray }: Column): boolean => type.startsWith("json") && !isArray;

/** The type of a column as Kysely takes it: what is read, and what may be given on insert and update. */
function columnType(column: Column, given: string | undefined): string {
  const known = given ?? typeNames[column.type];
  if (known === undefined) throw new Error(`${column.table}.${column.name}: ${column.type} has no type here`);
  const element = column.isArray && given === undefined ? `${known}[]` : known;
  const orNull = column.isNullable ? " | null" : "";
  if (column.isGenerated) return `GeneratedAlways<${element}${orNull}>`;
  if (isJson(column)) {
    // Written as text, so that an array of JSON is never taken for an array of PostgreSQL.
    const update = `string${orNull}`;
    const insert = column.hasDefault || column.isNullable ? `${update} | undefined` : update;
    return `ColumnType<${element}${orNull}, ${insert}, ${update}>`;
  }
  return column.hasDefault ? `Generated<${element}${orNull}>` : `${element}${orNull}`;
}

const interfaceName = (table: string): string =>
  `${table.replace(/(^|_)(.)/g, (_, _before, letter: string) => letter.toUpperCase())}Table`;

function importLine(names: readonly string[], module: string): string {
  const sorted = [...names].sort();
  const line = `import type { ${sorted.join(", ")} } from "${module}";`;
  return line.length <= lineWidth
    ? line
    : `import type {\n${sorted.map((name) => `  ${name},\n`).join("")}} from "${module}";`;
}

const mentions = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);

/**
 * The file `tables.ts` of one owner.
 *
 * @param toEngine the way from the owner's folder to that of the engine
 * @throws Error when a table has no column, or the declaration names a column that is none
 */
export function renderTableTypes(owned: OwnedTables, columns: readonly Column[], toEngine: string): string {
  const interfaces = Object.entries(owned.tables).map(([table, { description, columns: given = {} }]) => {
    const own = columns.filter((column) => column.table === table);
    const stray = Object.keys(given).filter((name) => own.every((column) => column.name !== name));
    if (own.length === 0) throw new Error(`${table}: the migrated database has no such table`);
    if (stray.length > 0) throw new Error(`${table}: there is no column ${stray.join(", ")}`);
    const lines = own.map(
      (column) => `  readonly ${column.name}: ${columnType(column, given[column.name])};\n`,
    );
    return `/** ${description} */\nexport interface ${interfaceName(table)} {\n${lines.join("")}}\n`;
  });
  const body = interfaces.join("\n");
  const ofKysely = ["ColumnType", "Generated", "GeneratedAlways"].filter((name) => mentions(body, name));
  const modules = new Map<string, string[]>();
  for (const [name, module] of Object.entries({ Json: `${toEngine}/json.ts`, ...owned.types }))
    if (mentions(body, name)) modules.set(module, [...(modules.get(module) ?? []), name]);
  const imports = [
    ...(ofKysely.length > 0 ? [importLine(ofKysely, "kysely")] : []),
    ...[...modules].sort(([a], [b]) => (a < b ? -1 : 1)).map(([module, names]) => importLine(names, module)),
  ];
  const entries = Object.keys(owned.tables).map((table) => `    ${table}: ${interfaceName(table)};\n`);
  return `// Written by \`npm run types:tables\`: from the migrated database and owned-tables.json.
${imports.map((line) => `${line}\n`).join("")}
${body}
declare module "${toEngine}/database/database.ts" {
  interface Database {
${entries.join("")}  }
}
`;
}
