import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type CallerContext, permission, type RequestContext } from "../../../engine/access/index.ts";
import { BadRequest, FieldError, ValidationError } from "../../../engine/errors.ts";
import { text as common, type Message, translate } from "../../../engine/i18n/index.ts";
import { isObject, type JsonObject } from "../../../engine/json.ts";
import {
  boolean,
  defineResource,
  exact,
  exactBoolean,
  exactChoice,
  type Field,
  isUuid,
  labeledChoice,
  nested,
  parseObject,
  type Row,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { checkStore } from "./object-store.ts";
import { findStorage, openStore, storageSecretContext } from "./open-store.ts";
import { StorageError } from "./storage-error.ts";
import { storageTypeOf } from "./storage-type-of.ts";
import { builtInTypes, metaFieldsOf, secretNamesOf, storageTypes } from "./storage-types.ts";
import { terminalStorageField } from "./terminal-storage-field.ts";
import { text } from "./texts.ts";

/** What is said of the options of a type. */
const describeMeta = (type: string, context: RequestContext): Record<string, unknown> =>
  nested({ label: text.options, children: metaFieldsOf(type) }).describe?.(context) ?? {};

/** Options that are sealed, of whatever type. */
const neverShown: ReadonlySet<string> = new Set(
  storageTypes.flatMap(({ value }) => secretNamesOf(String(value))),
);

/** Whether a password that is kept would be sent to another server than it was entered for. */
const isElsewhere = (before: JsonObject, given: Readonly<Record<string, unknown>>): boolean =>
  ["HOST", "PORT"].some((name) => given[name] !== undefined && String(given[name]) !== String(before[name]));

/**
 * The options of a storage, by its type. What an update leaves out stays, the secret also where it is empty. The secret is
 * sealed in a column of its own, and read by nobody.
 */
const metaField: Field = {
  ...nested({ label: text.options, children: {} }),
  options: { label: text.options, required: true },
  columns: ["meta"],
  async parse(input, at) {
    const type = storageTypeOf(at);
    if (!isObject(input)) return parseObject({}, input, at);
    const secretNames = secretNamesOf(type);
    const children = { ...metaFieldsOf(type) };
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
    const isGiven = secretNames.some((name) => (given[name] ?? "") !== "");
    const isKept = at.before !== null && !isGiven;
    if (isKept) {
      for (const name of secretNames) {
        delete children[name];
        delete given[name];
      }
    }
    const before = isObject(at.before?.meta) ? at.before.meta : {};
    if (isKept && isElsewhere(before as JsonObject, given))
      throw new FieldError({ PASSWORD: [text.secretForHost] });
    const known = Object.fromEntries(Object.keys(children).map((name) => [name, before[name]]));
    const whole = Object.fromEntries(
      Object.entries({ ...known, ...given }).filter(([, value]) => value !== undefined),
    );
    const values = (await parseObject(children, whole, at)) as JsonObject;
    if (type === "sftp" && at.before === null && !isGiven)
      throw new FieldError({ PASSWORD: [common.required] });
    if (secretNames.includes("ACCOUNT_KEY") && values.ACCOUNT_KEY === "") {
      throw new FieldError({ ACCOUNT_KEY: [common.required] });
    }
    return values;
  },
  toColumns: (value) => {
    const isShown = ([name]: readonly [string, unknown]) => !neverShown.has(name);
    return { meta: JSON.stringify(Object.fromEntries(Object.entries(value as JsonObject).filter(isShown))) };
  },
  present: (row) => row.meta as JsonObject,
  describe: (context) => describeMeta(context.query.get("type") ?? "", context),
  describeFor: async (context, key) => {
    const named = context.query.get("type");
    const storage =
      named === undefined && key !== null && isUuid(key) ? await findStorage(context, key) : undefined;
    return describeMeta(storage?.type ?? named ?? "", context);
  },
};

/** Refuses, with the reason where the contract's clients look for it. */
function refuse({ language }: CallerContext, code: string, why: Message): never {
  throw new BadRequest(code, why, { msg: translate(why, language) });
}

async function refuseUsed(context: CallerContext, row: Row): Promise<void> {
  if (builtInTypes.has(String(row.type))) refuse(context, "error", text.builtIn);
  if (row.is_default === true) refuse(context, "error", text.isTheDefault);
  const { rows } = await sql<{ gateways: boolean; recordings: boolean }>`
    select exists (select from terminals t where t.replay_storage_id = ${row.id} and not t.is_deleted) as gateways,
      exists (select from recording_copies c where c.storage_id = ${row.id})
      or exists (select from sessions s where s.replay_storage_id = ${row.id}
        and (not s.is_finished or (s.has_replay and not exists (
          select from recording_copies c where c.session_id = s.id)))) as recordings
  `.execute(context.db);
  if (rows[0]?.gateways === true) refuse(context, "error", text.usedByGateway);
  if (rows[0]?.recordings === true) refuse(context, "error", text.holdsRecordings);
  await sql`update terminals set replay_storage_id = null where replay_storage_id = ${row.id}`.execute(
    context.db,
  );
}

/** Longest time of one request of a test, in milliseconds. */
const longestTest = 10_000;

/** Whether a storage works, and what to say of it. */
export async function testStorage(
  services: RequestContext["services"],
  id: string,
): Promise<{ readonly isValid: boolean; readonly message: Message }> {
  const storage = await findStorage(services, id);
  if (storage === undefined || builtInTypes.has(storage.type)) return { isValid: true, message: text.usable };
  try {
    await checkStore(openStore(services, storage, longestTest));
    return { isValid: true, message: text.usable };
  } catch (error) {
    if (error instanceof StorageError) return { isValid: false, message: error.detail };
    throw error;
  }
}

/** Where recordings are kept. Contract: docs/contract/storages.md. */
export const replayStoragesResource = defineResource({
  path: "terminal/replay-storages",
  app: "terminal",
  model: "replaystorage",
  label: text.storage,
  title: "Replay Storage",
  scope: "global",
  table: "replay_storages",
  fieldOrder: "declared",
  stamped: ["created_by", "updated_by", "date_created", "date_updated"],
  fields: {
    // The sealed secret is bound to it.
    id: uuid({ label: common.id, createOnly: true }),
    name: textField({ label: text.name, required: true, maxLength: 128 }),
    type: labeledChoice({ label: text.type, required: true, createOnly: true, choices: storageTypes }),
    meta: metaField,
    is_default: boolean({ label: text.isDefault, default: false }),
    comment: textField({ label: common.comment }),
  },
  filters: {
    name: exact("t.name"),
    type: exactChoice(
      "t.type",
      storageTypes.map(({ value }) => String(value)),
    ),
    is_default: exactBoolean("t.is_default"),
  },
  search: ["t.name", "t.type"],
  order: { by: ["name", "type", "is_default", "comment"], default: ["name"] },
  operations: ["list", "retrieve", "create", "update", "delete"],
  files: { previewed: false },
  hooks: {
    validate({ before, values }) {
      if (before === null) {
        if (builtInTypes.has(String(values.type))) throw new ValidationError({ type: [text.builtInType] });
        return;
      }
      if (before.is_default === true && values.is_default === false)
        throw new ValidationError({ is_default: [text.defaultNeeded] });
      const isRenamed = values.name !== undefined && values.name !== before.name;
      if (isRenamed && builtInTypes.has(String(before.type)))
        throw new ValidationError({ name: [text.builtIn] });
    },
    async columns({ context, before, values }) {
      const id = before === null ? (values.id ?? randomUUID()) : String(before.id);
      if (values.is_default === true) {
        await sql`
          update replay_storages set is_default = false where is_default and id <> ${id}::uuid
        `.execute(context.db);
      }
      const meta = (values.meta ?? {}) as JsonObject;
      const type = before === null ? String(values.type) : String(before.type);
      const secret = secretNamesOf(type)
        .map((name) => meta[name])
        .find((value) => typeof value === "string" && value !== "");
      const isGiven = typeof secret === "string";
      return {
        ...(before === null ? { id } : {}),
        ...(isGiven
          ? { secret_sealed: context.services.secrets.seal(secret, storageSecretContext(id)) }
          : {}),
      };
    },
    beforeDelete: refuseUsed,
  },
  actions: [
    {
      name: "test-connective",
      on: "object",
      methods: ["GET"],
      access: permission("terminal.view_replaystorage"),
      title: "Test Connective",
      handle: async ({ services, language }, { id = "" }) => {
        const { isValid, message } = await testStorage(services, id);
        return { body: { is_valid: isValid, msg: translate(message, language) } };
      },
    },
  ],
});

/** The storage a terminal keeps its recordings in, by name or id. One that is given the default follows the default. */
export const replayStorageField = terminalStorageField({
  label: text.storage,
  unknown: text.unknown,
  table: "replay_storages",
  column: "replay_storage_id",
});
