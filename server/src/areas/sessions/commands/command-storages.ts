import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { BadRequest, ValidationError } from "../../../engine/errors.ts";
import { text as common, type Message, translate } from "../../../engine/i18n/index.ts";
import {
  boolean,
  computed,
  custom,
  defineResource,
  exact,
  exactBoolean,
  exactChoice,
  labeledChoice,
  type Row,
  readBoolean,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import type { KeyServices } from "../server-keys.ts";
import { problemText, StorageError } from "../storages/storage-error.ts";
import { builtInTypes } from "../storages/storage-types.ts";
import { terminalStorageField } from "../storages/terminal-storage-field.ts";
import { commandMetaField, type SearchOptions, sealHosts } from "./command-storage-meta.ts";
import {
  checkPlace,
  findCommandStorages,
  openPlace,
  placeOf,
  commandStorageTypes as types,
} from "./search/search-storages.ts";
import { text } from "./texts.ts";

/** Longest time of one request of a test, in milliseconds. */
const longestTest = 10_000;

/** Whether a storage of commands works, and what to say of it. */
export async function testCommandStorage(
  services: KeyServices,
  id: string,
): Promise<{ readonly isValid: boolean; readonly message: Message }> {
  const [storage] = await findCommandStorages(services, id);
  // What is built in is in this database, which has just answered.
  if (storage === undefined || builtInTypes.has(storage.type)) return { isValid: true, message: text.usable };
  try {
    await checkPlace(openPlace(services, storage, longestTest));
    return { isValid: true, message: text.usable };
  } catch (error) {
    if (error instanceof StorageError) return { isValid: false, message: error.detail };
    throw error;
  }
}

/** Options that do not work are not saved. */
async function checkOptions({ hosts, meta }: SearchOptions): Promise<void> {
  try {
    await checkPlace(placeOf(hosts, meta, longestTest));
  } catch (error) {
    if (error instanceof StorageError) throw new BadRequest("invalid_elasticsearch", error.detail);
    throw error;
  }
}

/** Refuses, with the reason where the contract's clients look for it. */
function refuse({ language }: CallerContext, why: Message): never {
  throw new BadRequest("error", why, { msg: translate(why, language) });
}

async function refuseUsed(context: CallerContext, row: Row): Promise<void> {
  if (builtInTypes.has(String(row.type))) refuse(context, text.storageBuiltIn);
  if (row.is_default === true) refuse(context, text.storageIsDefault);
  const { rows } = await sql<{ gateways: boolean; waiting: boolean }>`
    select exists (select from terminals t where t.command_storage_id = ${row.id} and not t.is_deleted) as gateways,
      exists (select from command_deliveries d where d.storage_id = ${row.id}) as waiting
  `.execute(context.db);
  if (rows[0]?.gateways === true) refuse(context, text.storageUsed);
  if (rows[0]?.waiting === true) refuse(context, text.storageAwaited);
  await sql`update terminals set command_storage_id = null where command_storage_id = ${row.id}`.execute(
    context.db,
  );
}

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
  stamped: ["created_by", "updated_by", "date_created", "date_updated"],
  fields: {
    // The sealed addresses are bound to it.
    id: uuid({ label: common.id, createOnly: true }),
    name: textField({ label: common.name, required: true, maxLength: 128 }),
    type: labeledChoice({ label: text.storageType, required: true, createOnly: true, choices: types }),
    meta: commandMetaField,
    is_default: boolean({ label: text.isDefault, default: false }),
    comment: textField({ label: common.comment }),
    waiting: computed({
      label: text.waiting,
      type: "integer",
      select: () => sql`(select count(*)::integer from command_deliveries d where d.storage_id = t.id)`,
      present: (row) => Number(row.waiting),
    }),
    problem: computed({
      label: text.problem,
      type: "string",
      columns: ["last_error"],
      present: (row, { language }) => {
        const said = problemText(String(row.last_error));
        return said === null ? "" : translate(said, language);
      },
    }),
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
      if (before === null) {
        // One of each of these types comes with the product.
        if (builtInTypes.has(String(values.type))) throw new ValidationError({ type: [text.storageBuiltIn] });
        return;
      }
      if (before.is_default === true && values.is_default === false)
        throw new ValidationError({ is_default: [text.defaultNeeded] });
      const isRenamed = values.name !== undefined && values.name !== before.name;
      if (isRenamed && builtInTypes.has(String(before.type)))
        throw new ValidationError({ name: [text.storageBuiltIn] });
    },
    async columns({ context, before, values }) {
      const id = before === null ? (values.id ?? randomUUID()) : String(before.id);
      const options = (values.meta ?? null) as SearchOptions | null;
      if (options !== null) await checkOptions(options);
      if (values.is_default === true) {
        await sql`
          update command_storages set is_default = false where is_default and id <> ${id}::uuid
        `.execute(context.db);
      }
      const { secrets } = context.services;
      return {
        ...(before === null ? { id } : {}),
        ...(options === null
          ? {}
          : {
              ...sealHosts((plain, to) => secrets.seal(plain, to), id, options),
              failures: 0,
              date_next: new Date(),
            }),
      };
    },
    beforeDelete: refuseUsed,
  },
  actions: [
    {
      name: "test-connective",
      on: "object",
      methods: ["GET"],
      access: permission("terminal.view_commandstorage"),
      title: "Test Connective",
      handle: async ({ services, language }, { id = "" }) => {
        const { isValid, message } = await testCommandStorage(services, id);
        return { body: { is_valid: isValid, msg: translate(message, language) } };
      },
    },
  ],
});

/** The storage a terminal keeps its commands in, by name or id. One that is given the default follows the default. */
export const commandStorageField = terminalStorageField({
  label: text.storage,
  unknown: text.storageUnknown,
  table: "command_storages",
  column: "command_storage_id",
});
