import { useMemo } from "react";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { COMPONENTS, useStorageChoices } from "./storage-resources.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["name", "session_online", "load", "replay_storage", "command_storage"],
};

const ROWS = { builtIns: ["update", "delete"] as const };

/** The gateways, and where each keeps recordings and commands. */
export function ComponentList() {
  const { t } = useSettingsTexts();
  const overrides = useStorageChoices();
  const bulk = useMemo(
    () => ({
      update: {
        fields: ["replay_storage", "command_storage"],
        overrides,
        hint: t("storages:componentHelp"),
      },
    }),
    [t, overrides],
  );
  return (
    <ResourceList
      resource={COMPONENTS}
      label={t("storages:components")}
      columns={COLUMNS}
      create={null}
      toolbar={{ exports: false, imports: false }}
      rows={ROWS}
      bulk={bulk}
      emptyHint={t("storages:componentsEmpty")}
    />
  );
}
