import { SecretUpload } from "../../../kit/widgets/secret-upload.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { StorageForm } from "./storage-form.tsx";
import { REPLAY_STORAGE_TYPES, REPLAY_STORAGES, REPLAY_STORAGES_TAB } from "./storage-resources.ts";

const ENCRYPTED = ["SECRET_KEY", "ACCOUNT_KEY", "PASSWORD", "PRIVATE_KEY"] as const;

/** A key has several lines. */
const INPUTS = { PRIVATE_KEY: { input: SecretUpload } };

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
      inputs={INPUTS}
    />
  );
}
