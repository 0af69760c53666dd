import { useMemo } from "react";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../kit/form/resource-form.tsx";
import { Page } from "../../../kit/page.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { COMPONENTS, COMPONENTS_TAB, useStorageChoices } from "./storage-resources.ts";

const toList = () => `${COMPONENTS.routes.list}?activeTab=${COMPONENTS_TAB}`;

/** Changes where a gateway keeps recordings and commands. */
export default function ComponentForm() {
  const { t } = useSettingsTexts();
  const choices = useStorageChoices();
  const groups = useMemo(
    () => [
      { title: t("storages:basic"), fields: ["name", "replay_storage", "command_storage"] },
      { title: t("storages:other"), fields: ["comment"] },
    ],
    [t],
  );
  const overrides = useMemo<FieldOverrides>(
    () => ({
      ...choices,
      name: { readOnly: true },
      replay_storage: { ...choices.replay_storage, help: t("storages:componentHelp") },
    }),
    [t, choices],
  );
  return (
    <Page title={t("routes:terminalUpdate")}>
      <ResourceForm
        resource={COMPONENTS}
        groups={groups}
        overrides={overrides}
        updateMethod="PATCH"
        saveAndContinue={false}
        next={toList}
      />
    </Page>
  );
}
