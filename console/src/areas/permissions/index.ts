export { actionNames } from "./action-names.ts";
export { AssetHolders } from "./detail/asset-holders.tsx";
export { ExplainButton } from "./explain/explain-button.tsx";
export { EXPLAIN_NEEDS, explainPath } from "./explain/explain-path.ts";
export { GiveAccessDialog } from "./give-access/lazy-give-access-dialog.ts";
export { GrantButton } from "./grant-button.tsx";
export { PERMISSION_COLUMNS } from "./permission-columns.tsx";
export { PERMISSIONS } from "./resources.ts";
