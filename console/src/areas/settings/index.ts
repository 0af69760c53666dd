export { CleanSettings } from "./clean-settings.tsx";
export { SettingDialog } from "./setting-dialog.tsx";
