import { sql } from "kysely";
import type { CallerContext, RequestContext } from "../../../engine/access/index.ts";
import { FieldError } from "../../../engine/errors.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import { isObject, type JsonObject } from "../../../engine/json.ts";
import {
  defineResource,
  type Field,
  isUuid,
  nested,
  parseObject,
  type Row,
} from "../../../engine/resource/index.ts";
import { checkStore } from "./object-store.ts";
import { findStorage, openStore, storageSecretContext } from "./open-store.ts";
import {
  idOfStorage,
  longestTest,
  makeOnlyDefault,
  refuseNeeded,
  type StorageTest,
  storageFields,
  storageFilters,
  storageShape,
  testConnective,
  tryStorage,
  validateStorage,
} from "./storage-rules.ts";
import { storageTypeOf } from "./storage-type-of.ts";
import { metaFieldsOf, secretNamesOf, storageTypes } from "./storage-types.ts";
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

async function refuseUsed(context: CallerContext, row: Row): Promise<void> {
  const asked = sql<boolean>`(exists (select from recording_copies c where c.storage_id = ${row.id})
    or exists (select from sessions s where s.replay_storage_id = ${row.id}
      and (not s.is_finished or (s.has_replay and not exists (
        select from recording_copies c where c.session_id = s.id)))))`;
  await refuseNeeded(context, "replay_storages", row, { asked, why: text.holdsRecordings });
}

/** Whether a storage of recordings works, and what to say of it. */
export async function testReplayStorage(
  services: RequestContext["services"],
  id: string,
): Promise<StorageTest> {
  return tryStorage(await findStorage(services, id), (storage) =>
    checkStore(openStore(services, storage, longestTest)),
  );
}

/** Where recordings are kept. Contract: docs/contract/storages.md. */
export const replayStoragesResource = defineResource({
  ...storageShape,
  path: "terminal/replay-storages",
  model: "replaystorage",
  label: text.storage,
  title: "Replay Storage",
  table: "replay_storages",
  fields: storageFields(storageTypes, metaField),
  filters: storageFilters(storageTypes),
  hooks: {
    validate: validateStorage,
    async columns({ context, before, values }) {
      const id = idOfStorage(before, values);
      if (values.is_default === true) await makeOnlyDefault(context, "replay_storages", id);
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
  actions: [testConnective("replaystorage", testReplayStorage)],
});

/** The storage a terminal keeps its recordings in, by name or id. One that is given the default follows the default. */
export const replayStorageField = terminalStorageField({
  label: text.storage,
  unknown: text.unknown,
  table: "replay_storages",
  column: "replay_storage_id",
});
