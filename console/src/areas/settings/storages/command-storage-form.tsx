import { useSettingsTexts } from "../settings-texts.ts";
import { StorageForm } from "./storage-form.tsx";
import { COMMAND_STORAGE_TYPES, COMMAND_STORAGES, COMMAND_STORAGES_TAB } from "./storage-resources.ts";

/** Passwords are parts of addresses, which the server shows without them. */
const NOTHING: readonly string[] = [];

const OPTIONS = { HOSTS: [], INDEX_BY_DATE: false, INDEX: "sallyport", IGNORE_VERIFY_CERTS: false };

/** Creates or changes a storage of commands. */
export default function CommandStorageForm() {
  const { t } = useSettingsTexts();
  return (
    <StorageForm
      resource={COMMAND_STORAGES}
      types={COMMAND_STORAGE_TYPES}
      tab={COMMAND_STORAGES_TAB}
      titles={{ create: t("routes:commandStorageCreate"), update: t("routes:commandStorageUpdate") }}
      defaultHelp={t("storages:defaultCommandsHelp")}
      isDefaultFirst={false}
      encrypted={NOTHING}
      options={OPTIONS}
    />
  );
}
