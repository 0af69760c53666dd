export { useEffectivePermissionsTab } from "./effective-permissions/use-effective-permissions-tab.tsx";
