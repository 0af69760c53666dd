import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { StorageList } from "./storage-list.tsx";
import { COMMAND_STORAGE_TYPES, COMMAND_STORAGES } from "./storage-resources.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["name", "type", "waiting", "problem", "is_default", "comment"],
  exclude: ["meta"],
  overrides: {
    problem: {
      sortable: false,
      render: ({ problem }) => {
        const said = valueText(problem);
        return said === "" ? "" : <StatusMark good={false} text={said} />;
      },
    },
  },
};

/** Where commands are kept. */
export function CommandStorageList() {
  const { t } = useSettingsTexts();
  return (
    <StorageList
      resource={COMMAND_STORAGES}
      types={COMMAND_STORAGE_TYPES}
      label={t("storages:commandStorages")}
      createLabel={t("routes:commandStorageCreate")}
      emptyHint={t("storages:commandsEmpty")}
      columns={COLUMNS}
    />
  );
}
