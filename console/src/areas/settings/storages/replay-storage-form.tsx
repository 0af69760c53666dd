import { useSettingsTexts } from "../settings-texts.ts";
import { StorageForm } from "./storage-form.tsx";
import { REPLAY_STORAGE_TYPES, REPLAY_STORAGES, REPLAY_STORAGES_TAB } from "./storage-resources.ts";

const ENCRYPTED = ["SECRET_KEY", "ACCOUNT_KEY"] as const;

/** Creates or changes a storage of recordings. */
export default function ReplayStorageForm() {
  const { t } = useSettingsTexts();
  return (
    <StorageForm
      resource={REPLAY_STORAGES}
      types={REPLAY_STORAGE_TYPES}
      tab={REPLAY_STORAGES_TAB}
      titles={{ create: t("routes:replayStorageCreate"), update: t("routes:replayStorageUpdate") }}
      defaultHelp={t("storages:defaultHelp")}
      isDefaultFirst
      encrypted={ENCRYPTED}
    />
  );
}
