export { CleanSettings } from "./clean/clean-settings.tsx";
export { SettingDialog } from "./form/setting-dialog.tsx";
