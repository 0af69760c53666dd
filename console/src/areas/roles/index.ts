export { useEffectivePermissionsTab } from "./use-effective-permissions-tab.tsx";
