import { useMemo } from "react";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../kit/form/resource-form.tsx";
import { Page } from "../../../kit/page.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { useStorageChoices } from "../storages/storage-resources.ts";
import { COMPONENTS, componentsWith } from "./component-resources.ts";

const toList = () => componentsWith({});

/** Changes what a component is called, and where it keeps recordings and commands. */
export default function ComponentForm() {
  const { t } = useSettingsTexts();
  const choices = useStorageChoices();
  const groups = useMemo(
    () => [
      { title: t("storages:basic"), fields: ["name", "remote_addr", "replay_storage", "command_storage"] },
      { title: t("storages:other"), fields: ["comment"] },
    ],
    [t],
  );
  const overrides = useMemo<FieldOverrides>(
    () => ({ ...choices, replay_storage: { ...choices.replay_storage, help: t("components:storageHelp") } }),
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
