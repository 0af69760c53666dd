import { Button } from "antd";
import { Suspense, useCallback, useMemo, useState } from "react";
import { isRecord } from "../../../kit/api/api-error.ts";
import { api } from "../../../kit/api/client.ts";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { toast, toastFailure } from "../../../kit/feedback.ts";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { DetailLink, ResourceList } from "../../../kit/list/resource-list.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { useSession } from "../../../kit/session.ts";
import { ACCOUNTS, SecretView, VIEW_SECRET } from "../../accounts/index.ts";
import { ASSETS } from "../../assets/index.ts";
import { readAccountRule, writeAccountRule } from "../form/account-rules.ts";
import { AccountsInput } from "../form/accounts-input.tsx";
import { previewed } from "../preview/permission-preview.ts";
import { PERMISSIONS } from "../resources.ts";
import { useGrantingTexts } from "../use-granting-texts.ts";
import { namedIds } from "./permission-relations.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["name", "username", "asset", "privileged", "secret_type", "is_active", "date_updated"],
  exclude: ["spec_info", "params"],
  overrides: {
    asset: {
      render: (row) => (isRecord(row.asset) ? <DetailLink resource={ASSETS} row={row.asset} /> : ""),
    },
  },
};
const UPDATE_ONLY = ["update"] as const;

/** With which accounts: the rule, and the accounts it reaches. */
export function PermissionAccounts({ row: permission, fields, reload }: DetailContext) {
  const { t } = useGrantingTexts();
  const { can, inRoot } = useSession();
  const kept = useMemo(() => writeAccountRule(readAccountRule(permission.accounts)), [permission.accounts]);
  const [rule, setRule] = useState<unknown>(kept);
  const [busy, setBusy] = useState(false);
  const [viewed, setViewed] = useState<Row>();
  const close = useCallback(() => setViewed(undefined), []);
  const id = String(permission.id);
  const isChanged = JSON.stringify(rule) !== JSON.stringify(kept);
  const mayChange = can("perms.change_assetpermission") && !inRoot;
  const save = async () => {
    setBusy(true);
    try {
      const question = { title: t("granting:preview.accounts"), confirmText: t("granting:preview.save") };
      if (!(await previewed({ id, accounts: rule }, question))) return;
      const saved = await api<Row>(`${PERMISSIONS.url}${id}/`, { method: "PATCH", body: { accounts: rule } });
      // Templates have become the user names of their accounts.
      setRule(writeAccountRule(readAccountRule(saved.accounts)));
      toast("success", t("granting:card.ruleSaved"));
      await reload();
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const secret = (row: Row) =>
    can(VIEW_SECRET) && row.has_secret !== false
      ? [{ key: "secret", label: t("accounts:viewSecret"), run: () => setViewed(row) }]
      : [];
  return (
    <div className="detail-columns">
      <ResourceList
        resource={ACCOUNTS}
        url={`${PERMISSIONS.url}${id}/accounts/`}
        label={t("granting:card.reached")}
        name="permissionAccounts"
        columns={COLUMNS}
        inAddress={false}
        create={null}
        toolbar={{ exports: false }}
        bulk={{ delete: false }}
        rows={{ builtIns: UPDATE_ONLY, extras: secret }}
        emptyHint={t("granting:card.noAccounts")}
      />
      <section className="card rule-card">
        <h2>{t("granting:card.rule")}</h2>
        <AccountsInput
          name="accounts"
          field={fields.accounts ?? { type: "list" }}
          label={t("granting:card.rule")}
          editing
          disabled={!mayChange || busy}
          value={rule}
          onChange={setRule}
          covering={{ assets: namedIds(permission, "assets"), nodes: namedIds(permission, "nodes") }}
        />
        {mayChange ? (
          <div className="rule-buttons">
            <Button type="primary" loading={busy} disabled={!isChanged} onClick={() => void save()}>
              {t("granting:preview.save")}
            </Button>
            <Button disabled={!isChanged || busy} onClick={() => setRule(kept)}>
              {t("common:cancel")}
            </Button>
          </div>
        ) : null}
      </section>
      {viewed === undefined ? null : (
        <Suspense fallback={null}>
          <SecretView account={viewed} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
