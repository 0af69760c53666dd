import { useMemo } from "react";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { useStorageChoices } from "../storages/storage-resources.ts";
import { COMPONENTS } from "./component-resources.ts";
import { LoadMark } from "./load-mark.tsx";
import { figuresText } from "./stat.ts";

const ROWS = { builtIns: ["update", "delete"] as const };

/** The components: how busy each is, and where it keeps recordings and commands. */
export function ComponentList() {
  const { t } = useSettingsTexts();
  const overrides = useStorageChoices();
  const columns = useMemo<ColumnPlan>(
    () => ({
      defaults: ["name", "type", "load", "stat", "session_online", "replay_storage", "command_storage"],
      overrides: {
        load: { render: (row) => <LoadMark load={row.load} /> },
        stat: {
          title: t("components:figures"),
          render: (row) => <span className="numeric">{figuresText(row.stat)}</span>,
        },
      },
    }),
    [t],
  );
  const bulk = useMemo(
    () => ({
      update: {
        fields: ["replay_storage", "command_storage"],
        overrides,
        hint: t("components:storageHelp"),
      },
    }),
    [t, overrides],
  );
  return (
    <ResourceList
      resource={COMPONENTS}
      label={t("components:components")}
      columns={columns}
      create={null}
      toolbar={{ exports: false, imports: false }}
      rows={ROWS}
      bulk={bulk}
      emptyHint={t("components:empty")}
    />
  );
}
