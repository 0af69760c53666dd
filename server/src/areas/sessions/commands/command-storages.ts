import { type Kysely, sql } from "kysely";
import { authorOf, type CallerContext, permission } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { BadRequest, FieldError, ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common, translate } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import {
  boolean,
  countRows,
  custom,
  defineResource,
  exact,
  exactBoolean,
  exactChoice,
  type Field,
  isUuid,
  json,
  labeledChoice,
  narrow,
  parseText,
  prepareResource,
  readBoolean,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { commandsResource } from "./commands-resource.ts";
import { text } from "./texts.ts";

const types = [
  { value: "null", label: text.nothing },
  { value: "server", label: text.server },
];

/** Where commands are kept. Contract: docs/contract/commands.md, section 3. */
export const commandStoragesResource = defineResource({
  path: "terminal/command-storages",
  app: "terminal",
  model: "commandstorage",
  label: text.storage,
  title: "Command Storage",
  scope: "global",
  table: "command_storages",
  fieldOrder: "declared",
  fields: {
    id: uuid({ label: common.id }),
    name: textField({ label: common.name, required: true, createOnly: true, maxLength: 128 }),
    type: labeledChoice({ label: text.storageType, required: true, createOnly: true, choices: types }),
    meta: json({ label: text.meta, object: true, createOnly: true, default: {} }),
    is_default: boolean({ label: text.isDefault, default: false }),
    comment: textField({ label: common.comment }),
  },
  filters: {
    name: exact("t.name"),
    type: exactChoice(
      "t.type",
      types.map(({ value }) => value),
    ),
    is_default: exactBoolean("t.is_default"),
    real: custom((value) => (readBoolean(value) === true ? sql<boolean>`t.type <> 'null'` : null)),
  },
  search: ["t.name", "t.type"],
  order: { by: ["name", "type", "is_default", "comment"], default: ["name"] },
  operations: ["list", "retrieve", "create", "update", "delete"],
  files: { previewed: false },
  hooks: {
    validate({ before, values }) {
      // One of each type comes with the product.
      if (before === null) throw new ValidationError({ type: [text.storageBuiltIn] });
      if (before.is_default === true && values.is_default === false)
        throw new ValidationError({ is_default: [text.defaultNeeded] });
    },
    async columns({ context, before, values }) {
      if (values.is_default === true && before !== null) {
        await sql`
          update command_storages set is_default = false where is_default and id <> ${before.id}::uuid
        `.execute(context.db);
      }
      return { date_updated: new Date(), updated_by: authorOf(context) };
    },
    beforeDelete({ language }) {
      const msg = translate(text.storageBuiltIn, language);
      throw new BadRequest("error", text.storageBuiltIn, { msg });
    },
  },
  actions: [
    {
      name: "test-connective",
      on: "object",
      methods: ["GET"],
      access: permission("terminal.view_commandstorage"),
      title: "Test Connective",
      // What is there is in this database, which has just answered.
      handle: async ({ language }) => ({ body: { is_valid: true, msg: translate(text.usable, language) } }),
    },
  ],
});

const prepared = prepareResource(commandsResource);

/** The storages that keep something, with how many commands of the caller's organization meet the query. */
async function tree(context: CallerContext): Promise<Json> {
  const { rows } = await sql<{ id: string; name: string; type: string }>`
    select id, name, type from command_storages where type <> 'null' order by is_default desc, name
  `.execute(context.db);
  const { language } = context;
  const nodes: Json[] = [];
  for (const { id, name, type } of rows) {
    const asked = { ...context, query: withStorage(context.query, id) };
    const count = await countRows(prepared, asked, await narrow(prepared, asked));
    const label = types.find(({ value }) => value === type)?.label ?? text.server;
    const shown = `${name}(${translate(label, language)})(${count})`;
    nodes.push({ id, name: shown, title: shown, pId: "root", isParent: false, open: false, valid: true });
  }
  const root = translate(text.storages, language);
  nodes.push({ id: "root", name: root, title: root, pId: "", isParent: true, open: true });
  return nodes;
}

/** The query as if it named the storage; what else it names as a storage or page does not count. */
function withStorage(query: CallerContext["query"], id: string): CallerContext["query"] {
  const named = (name: string): boolean => name === "command_storage_id";
  return {
    get: (name) => (named(name) ? id : query.get(name)),
    all: (name) => (named(name) ? [id] : query.all(name)),
    has: (name) => named(name) || query.has(name),
    entries: () => query.entries(),
  };
}

const treeFields: Readonly<Record<string, Field>> = {
  id: textField({ label: common.id, readOnly: true }),
  name: textField({ label: common.name, readOnly: true }),
  title: textField({ label: common.name, readOnly: true }),
  pId: textField({ label: text.storages, readOnly: true }),
};

/** The tree of storages. Contract: docs/contract/commands.md, section 3. */
export const storageTreeRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/terminal/command-storages/tree/",
  access: permission("terminal.view_commandstorage|terminal.view_command"),
  title: "Command Storage Tree",
  fields: { GET: treeFields },
  handle: async (context) => ({ body: await tree(caller(context)) }),
};

/** The storage a terminal keeps its commands in, by name or id; kept by name. */
export const commandStorageField: Field = {
  ...textField({ label: text.storage, maxLength: 128 }),
  parse: async (input, { context }) => {
    const named = parseText(input, { label: text.storage, required: true, maxLength: 128 });
    const name = await storageName(context.db, named);
    if (name === undefined) throw new FieldError([text.storageUnknown]);
    return name;
  },
};

async function storageName(db: Kysely<Database>, named: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("command_storages")
    .select("name")
    .where((where) =>
      where.or([where("name", "=", named), ...(isUuid(named) ? [where("id", "=", named)] : [])]),
    )
    .executeTakeFirst();
  return row?.name;
}
