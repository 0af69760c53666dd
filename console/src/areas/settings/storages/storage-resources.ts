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

/** The list of gateways, a tab of the terminal settings. */
export const COMPONENTS_TAB = "Components";

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

/** The gateways (docs/contract/sessions.md, section 3). */
export const COMPONENTS: ResourceDescriptor = {
  url: "/api/v1/terminal/terminals/",
  permission: { app: "terminal", model: "terminal" },
  global: true,
  routes: {
    list: TERMINAL,
    update: (id) => `${TERMINAL}/${id}/update`,
    detail: (id) => `${TERMINAL}/${id}`,
  },
};

/** Types of storages that can be made, in the contract's order; their names are the same in every language. */
export const STORAGE_TYPES: readonly (readonly [value: string, label: string])[] = [
  ["s3", "S3"],
  ["ceph", "Ceph"],
  ["swift", "Swift"],
  ["oss", "OSS"],
  ["azure", "Azure"],
  ["obs", "OBS"],
  ["cos", "COS"],
];

/** The type of a storage as a word. */
export const typeOf = ({ type }: Row): string => (isRecord(type) ? valueText(type.value) : valueText(type));

/** Storages that come with the product stay as they are. */
export const isOwn = (row: Row): boolean => !["null", "server"].includes(typeOf(row));

const STORAGE_LISTS = {
  command_storage: "/api/v1/terminal/command-storages/",
  replay_storage: REPLAY_STORAGES.url,
} as const;

function useNames(url: string): FieldOverrides[string] {
  const { data } = useQuery({ ...objectQuery<unknown>(`${url}?limit=100&offset=0`), retry: false });
  if (data === undefined) return {};
  const names = asPage<Row>(data).results.map(({ name }) => valueText(name));
  return { kind: "choice", choices: names.map((name) => ({ value: name, label: name })) };
}

/** The storages a gateway can be given, by name; where they may not be seen, their names are typed. */
export function useStorageChoices(): FieldOverrides {
  const commands = useNames(STORAGE_LISTS.command_storage);
  const replays = useNames(STORAGE_LISTS.replay_storage);
  return { command_storage: commands, replay_storage: replays };
}
