import { isObject, type JsonObject } from "../../../../engine/json.ts";
import { StorageError } from "../../storages/storage-error.ts";
import { askCluster, expectAnswer, problemOf, type SearchCluster } from "./search-client.ts";

/** Where in a cluster commands are, and under which names. */
export interface SearchPlace {
  readonly cluster: SearchCluster;
  readonly index: string;
  /** Whether each day has an index of its own. */
  readonly isByDate: boolean;
}

/** Letters a part of a text needs for the index to find it; shorter ones are looked for in the list of all texts. */
export const gramLength = 3;

const keyword = { type: "keyword" } as const;

/**
 * What is searched for in commands is any part of them, as in the database: each three letters in a row are a term, and a
 * phrase of terms is a part of the text. Long texts are kept out of the list of whole texts, which has a limit in bytes.
 */
const definition: JsonObject = {
  settings: {
    analysis: {
      tokenizer: { command_grams: { type: "ngram", min_gram: gramLength, max_gram: gramLength } },
      analyzer: { command_grams: { type: "custom", tokenizer: "command_grams", filter: ["lowercase"] } },
    },
  },
  mappings: {
    dynamic: false,
    properties: {
      id: keyword,
      org_id: keyword,
      session: keyword,
      user: keyword,
      asset: keyword,
      account: keyword,
      input: { type: "keyword", index: false, doc_values: false },
      command: {
        type: "text",
        analyzer: "command_grams",
        fields: { whole: keyword },
      },
      output: { type: "text", index: false },
      risk_level: { type: "integer" },
      source: keyword,
      timestamp: { type: "date", format: "epoch_second" },
      "@timestamp": { type: "date", format: "strict_date_time" },
    },
  },
};

/** The name of all indices of a storage that has one for each day. */
export const aliasOf = ({ index, isByDate }: Pick<SearchPlace, "index" | "isByDate">): string =>
  isByDate ? `${index}-alias` : index;

/** The index of a moment. */
export const indexOf = ({ index, isByDate }: SearchPlace, moment: Date): string =>
  isByDate ? `${index}-${moment.toISOString().slice(0, 10)}` : index;

/**
 * Makes an index unless it is there, and sees to it that it has our fields.
 *
 * @throws StorageError `fields` for an index that was made by something else
 */
export async function ensureIndex(place: SearchPlace, name: string): Promise<void> {
  const { cluster, isByDate } = place;
  const path = `/${encodeURIComponent(name)}`;
  const made = await askCluster(cluster, {
    method: "PUT",
    path,
    body: isByDate ? { ...definition, aliases: { [aliasOf(place)]: {} } } : definition,
  });
  if (made.status < 300) return;
  const type = isObject(made.body.error) ? made.body.error.type : undefined;
  if (type !== "resource_already_exists_exception") {
    throw type === "invalid_index_name_exception" || type === "invalid_alias_name_exception"
      ? new StorageError("fields")
      : problemOf(made);
  }
  const { dynamic: _dynamic, ...mappings } = definition.mappings as JsonObject;
  const fitted = await askCluster(cluster, { method: "PUT", path: `${path}/_mapping`, body: mappings });
  if (fitted.status >= 300) throw fitted.status === 400 ? new StorageError("fields") : problemOf(fitted);
}

/**
 * Whether a cluster is one we can speak to: Elasticsearch since 7, or OpenSearch.
 *
 * @throws StorageError `version` for any other
 */
export async function checkVersion(cluster: SearchCluster): Promise<void> {
  const { version } = await expectAnswer(cluster, { method: "GET", path: "/" });
  const told = isObject(version) ? version : {};
  const major = Number.parseInt(String(told.number ?? ""), 10);
  if (told.distribution !== "opensearch" && !(major >= 7)) throw new StorageError("version");
}
