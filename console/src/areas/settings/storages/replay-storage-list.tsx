import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { useSettingsTexts } from "../settings-texts.ts";
import { StorageList } from "./storage-list.tsx";
import { REPLAY_STORAGE_TYPES, REPLAY_STORAGES } from "./storage-resources.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["name", "type", "comment", "is_default"],
  exclude: ["meta"],
};

/** Where recordings are kept. */
export function ReplayStorageList() {
  const { t } = useSettingsTexts();
  return (
    <StorageList
      resource={REPLAY_STORAGES}
      types={REPLAY_STORAGE_TYPES}
      label={t("storages:replayStorages")}
      createLabel={t("routes:replayStorageCreate")}
      emptyHint={t("storages:empty")}
      columns={COLUMNS}
    />
  );
}
