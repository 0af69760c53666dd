export { PERMISSION_COLUMNS } from "./permission-columns.tsx";
export { PERMISSIONS } from "./resources.ts";
