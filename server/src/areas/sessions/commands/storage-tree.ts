import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common, translate } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import {
  countRows,
  type Field,
  narrow,
  prepareResource,
  text as textField,
} from "../../../engine/resource/index.ts";
import { StorageError } from "../storages/storage-error.ts";
import { commandsResource } from "./commands-resource.ts";
import { searchQuery } from "./search/search-query.ts";
import { countFound } from "./search/search-rows.ts";
import {
  commandStorageTypes,
  findCommandStorages,
  type KeptCommandStorage,
  openPlace,
} from "./search/search-storages.ts";
import { text } from "./texts.ts";

const prepared = prepareResource(commandsResource);

/** Longest that the tree waits for the count of a storage, in milliseconds. */
const longestCount = 5000;

/** The commands of a storage that meet the query; null where it cannot be asked. */
async function countIn(context: CallerContext, storage: KeptCommandStorage): Promise<number | null> {
  const asked = { ...context, query: withStorage(context.query, storage.id) };
  if (storage.type !== "es") return countRows(prepared, asked, await narrow(prepared, asked));
  try {
    return await countFound(openPlace(context.services, storage, longestCount), await searchQuery(asked));
  } catch (error) {
    if (error instanceof StorageError) return null;
    throw error;
  }
}

/** The storages that keep something, with how many commands of the caller's organization meet the query. */
async function tree(context: CallerContext): Promise<Json> {
  const { language } = context;
  const storages = (await findCommandStorages(context.services)).filter(({ type }) => type !== "null");
  const nodes = await Promise.all(
    storages.map(async (storage) => {
      const { id, name, type } = storage;
      const count = await countIn(context, storage);
      const label = commandStorageTypes.find(({ value }) => value === type)?.label ?? text.server;
      const shown = `${name}(${translate(label, language)})${count === null ? " *Invalid" : `(${count})`}`;
      const valid = count !== null;
      return { id, name: shown, title: shown, pId: "root", isParent: false, open: false, valid };
    }),
  );
  const root = translate(text.storages, language);
  return [
    ...nodes.filter(({ valid }) => valid),
    ...nodes.filter(({ valid }) => !valid),
    { id: "root", name: root, title: root, pId: "", isParent: true, open: true },
  ];
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
