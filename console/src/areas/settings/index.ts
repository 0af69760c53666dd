export { SettingDialog } from "./setting-dialog.tsx";
