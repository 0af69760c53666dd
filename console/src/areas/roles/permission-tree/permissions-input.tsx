import { useSearchParams } from "react-router";
import type { FieldInputProps } from "../../../kit/field-kinds/field-kind.ts";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { scopeOf } from "../resources.ts";
import { useRoleTexts } from "../use-role-texts.ts";
import { PermissionTreeView } from "./permission-tree.tsx";
import { treeUrl, usePermissionTree } from "./use-permission-tree.ts";

/** The permissions of a new role: the numbers of the codes; of a copy at first those of its source. */
export function PermissionsInput({ value, onChange }: FieldInputProps) {
  const { t } = useRoleTexts();
  const [address] = useSearchParams();
  const source = address.get("clone_from") ?? undefined;
  const { tree, error, retry } = usePermissionTree(treeUrl(scopeOf(address), source));
  if (error !== null)
    return <FailureNotice error={error} title={t("kit:detail.loadFailed")} onRetry={retry} />;
  if (tree === undefined)
    return <div className="card-loading" role="status" aria-label={t("common:loading")} />;
  const checked = Array.isArray(value) ? new Set(value.map(String)) : tree.checked;
  return (
    <PermissionTreeView
      tree={tree}
      checked={checked}
      label={t("roles:permissions")}
      onChange={(next) => onChange?.([...next].map(Number))}
    />
  );
}
