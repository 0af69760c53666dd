import { Button } from "antd";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { ApiError } from "../../../kit/api/api-error.ts";
import { api } from "../../../kit/api/client.ts";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { toast, toastFailure } from "../../../kit/feedback.ts";
import { useLeaveGuard } from "../../../kit/form/use-leave-guard.ts";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { parseDate } from "../../../kit/metadata/dates.ts";
import { useSession } from "../../../kit/session.ts";
import { ROLES, type RoleScope } from "../resources.ts";
import { useRoleTexts } from "../use-role-texts.ts";
import { PermissionTreeView } from "./permission-tree.tsx";
import { treeUrl, usePermissionTree } from "./use-permission-tree.ts";

const PreviewDialog = lazy(() => import("./preview-dialog.tsx"));

/** What was checked and unchecked, by id: it stays when the role is loaded again after somebody else's change. */
type Edits = ReadonlyMap<string, boolean>;

const NO_EDITS: Edits = new Map();

function editsBetween(base: ReadonlySet<string>, checked: ReadonlySet<string>): Edits {
  const edits = new Map<string, boolean>();
  for (const id of checked) if (!base.has(id)) edits.set(id, true);
  for (const id of base) if (!checked.has(id)) edits.set(id, false);
  return edits;
}

function withEdits(base: ReadonlySet<string>, edits: Edits): ReadonlySet<string> {
  const checked = new Set(base);
  for (const [id, on] of edits) {
    if (on) checked.add(id);
    else checked.delete(id);
  }
  return checked;
}

interface PermissionsCardProps {
  readonly context: DetailContext;
  readonly scope: RoleScope;
}

/** The permissions of a role. A change is shown with what it means for people before it is saved. */
export function PermissionsCard({ context, scope }: PermissionsCardProps) {
  const { row, reload } = context;
  const { t } = useRoleTexts();
  const { can } = useSession();
  const id = String(row.id);
  const stamp = String(row.date_updated ?? "");
  const { tree, error, retry } = usePermissionTree(treeUrl(scope, id), stamp);
  const [edits, setEdits] = useState(NO_EDITS);
  const [previewed, setPreviewed] = useState(false);
  const mayChange = can(`rbac.change_${scope}role`) && row.builtin !== true;
  const checked = useMemo(
    () => (tree === undefined ? undefined : withEdits(tree.checked, edits)),
    [tree, edits],
  );
  const real = useMemo(
    () => (tree === undefined || checked === undefined ? NO_EDITS : editsBetween(tree.checked, checked)),
    [tree, checked],
  );
  useLeaveGuard(useCallback(() => real.size > 0, [real]));

  if (error !== null && tree === undefined) {
    return <FailureNotice error={error} title={t("kit:detail.loadFailed")} onRetry={retry} />;
  }
  if (tree === undefined || checked === undefined) {
    return <section className="card card-loading" role="status" aria-label={t("common:loading")} />;
  }
  const save = async () => {
    const loaded = parseDate(row.date_updated);
    try {
      await api(`${ROLES[scope].url}${id}/`, {
        method: "PATCH",
        body: { permissions: [...checked].map(Number) },
        ...(loaded === undefined ? {} : { headers: { "If-Unmodified-Since": loaded.toUTCString() } }),
      });
      setEdits(NO_EDITS);
      setPreviewed(false);
      await reload();
      toast("success", t("roles:saved"));
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.status === 409)) {
        toastFailure(failure);
        return;
      }
      // Their change is shown below ours; saving again is a decision of its own.
      setPreviewed(false);
      await reload();
      toast("error", t("roles:changedMeanwhile"));
    }
  };
  return (
    <section className="card permissions-card">
      <header className="permissions-head">
        <h2>{t("roles:permissions")}</h2>
        {real.size > 0 ? (
          <span className="permissions-changes" role="status">
            {t("roles:changes", { count: real.size })}
          </span>
        ) : null}
        {mayChange ? (
          <>
            <Button size="small" disabled={real.size === 0} onClick={() => setEdits(NO_EDITS)}>
              {t("kit:form.reset")}
            </Button>
            <Button type="primary" size="small" disabled={real.size === 0} onClick={() => setPreviewed(true)}>
              {t("roles:update")}
            </Button>
          </>
        ) : null}
      </header>
      <PermissionTreeView
        tree={tree}
        checked={checked}
        base={tree.checked}
        label={t("roles:permissions")}
        {...(mayChange
          ? { onChange: (next: ReadonlySet<string>) => setEdits(editsBetween(tree.checked, next)) }
          : {})}
      />
      {previewed ? (
        <Suspense fallback={null}>
          <PreviewDialog
            role={id}
            tree={tree}
            checked={checked}
            onSave={save}
            onClose={() => setPreviewed(false)}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
