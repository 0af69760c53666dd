import { sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { translate } from "../../../engine/i18n/index.ts";
import { computed, custom, defineResource, type Row, readBoolean } from "../../../engine/resource/index.ts";
import type { KeyServices } from "../server-keys.ts";
import { problemText, StorageError } from "../storages/storage-error.ts";
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
} from "../storages/storage-rules.ts";
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

/** Whether a storage of commands works, and what to say of it. */
export async function testCommandStorage(services: KeyServices, id: string): Promise<StorageTest> {
  const [storage] = await findCommandStorages(services, id);
  return tryStorage(storage, async (opened) => {
    await checkPlace(openPlace(services, opened, longestTest));
  });
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

async function refuseUsed(context: CallerContext, row: Row): Promise<void> {
  const asked = sql<boolean>`exists (select from command_deliveries d where d.storage_id = ${row.id})`;
  await refuseNeeded(context, "command_storages", row, { asked, why: text.storageAwaited });
}

/** Where commands are kept. Contract: docs/contract/commands.md, section 3. */
export const commandStoragesResource = defineResource({
  ...storageShape,
  path: "terminal/command-storages",
  model: "commandstorage",
  label: text.storage,
  title: "Command Storage",
  table: "command_storages",
  fields: {
    ...storageFields(types, commandMetaField),
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
    ...storageFilters(types),
    real: custom((value) => (readBoolean(value) === true ? sql<boolean>`t.type <> 'null'` : null)),
  },
  hooks: {
    validate: validateStorage,
    async columns({ context, before, values }) {
      const id = idOfStorage(before, values);
      const options = (values.meta ?? null) as SearchOptions | null;
      if (options !== null) await checkOptions(options);
      if (values.is_default === true) await makeOnlyDefault(context, "command_storages", id);
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
  actions: [testConnective("commandstorage", testCommandStorage)],
});

/** The storage a terminal keeps its commands in, by name or id. One that is given the default follows the default. */
export const commandStorageField = terminalStorageField({
  label: text.storage,
  unknown: text.storageUnknown,
  table: "command_storages",
  column: "command_storage_id",
});
