import { useQuery } from "@tanstack/react-query";
import { isRecord } from "../../../kit/api/api-error.ts";
import { asPage, objectQuery } from "../../../kit/api/resources.ts";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import type { ResourceDescriptor } from "../../../kit/resource.ts";

const TERMINAL = "/settings/terminal";

/** The list of recording storages, a tab of the terminal settings. */
export const REPLAY_STORAGES_TAB = "ReplayStorage";

/** The list of command storages, a tab of the terminal settings. */
export const COMMAND_STORAGES_TAB = "CommandStorage";

/** Where recordings are kept (docs/contract/storages.md). */
export const REPLAY_STORAGES: ResourceDescriptor = {
  url: "/api/v1/terminal/replay-storages/",
  permission: { app: "terminal", model: "replaystorage" },
  global: true,
  routes: {
    list: TERMINAL,
    create: `${TERMINAL}/replay-storage/create`,
    update: (id) => `${TERMINAL}/replay-storage/${id}/update`,
  },
};

/** Where commands are kept (docs/contract/commands.md, section 3). */
export const COMMAND_STORAGES: ResourceDescriptor = {
  url: "/api/v1/terminal/command-storages/",
  permission: { app: "terminal", model: "commandstorage" },
  global: true,
  routes: {
    list: TERMINAL,
    create: `${TERMINAL}/command-storage/create`,
    update: (id) => `${TERMINAL}/command-storage/${id}/update`,
  },
};

/** A type of storage that can be made; its name is the same in every language. */
export type StorageType = readonly [value: string, label: string];

/** Types of recording storages, in the contract's order. */
export const REPLAY_STORAGE_TYPES: readonly StorageType[] = [
  ["s3", "S3"],
  ["ceph", "Ceph"],
  ["swift", "Swift"],
  ["oss", "OSS"],
  ["azure", "Azure"],
  ["obs", "OBS"],
  ["cos", "COS"],
  ["sftp", "SFTP"],
];

/** Types of command storages. */
export const COMMAND_STORAGE_TYPES: readonly StorageType[] = [["es", "Elasticsearch"]];

/** The type of a storage as a word. */
export const typeOf = ({ type }: Row): string => (isRecord(type) ? valueText(type.value) : valueText(type));

/** Storages that come with the product stay as they are. */
export const isOwn = (row: Row): boolean => !["null", "server"].includes(typeOf(row));

function useNames(url: string): FieldOverrides[string] {
  const { data } = useQuery({ ...objectQuery<unknown>(`${url}?limit=100&offset=0`), retry: false });
  if (data === undefined) return {};
  const names = asPage<Row>(data).results.map(({ name }) => valueText(name));
  return { kind: "choice", choices: names.map((name) => ({ value: name, label: name })) };
}

/** The storages a component can be given, by name; where they may not be seen, their names are typed. */
export function useStorageChoices(): FieldOverrides {
  const commands = useNames(COMMAND_STORAGES.url);
  const replays = useNames(REPLAY_STORAGES.url);
  return { command_storage: commands, replay_storage: replays };
}
