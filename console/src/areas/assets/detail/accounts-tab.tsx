import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../kit/api/client.ts";
import type { DetailContext } from "../../../kit/detail/resource-detail.tsx";
import { toast, toastFailure } from "../../../kit/feedback.ts";
import { asProtocols } from "../../../kit/field-kinds/protocols.tsx";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { ResourceList } from "../../../kit/list/resource-list.tsx";
import { useSession } from "../../../kit/session.ts";
import { ACCOUNTS } from "../../accounts/index.ts";
import { connectivityOf } from "../connectivity.tsx";
import { accountsBody, inlineAccount } from "../forms/inline-account.ts";
import { useTemplates } from "../forms/templates.ts";

const TemplateDialog = lazy(() => import("../forms/template-dialog.tsx"));

const COLUMNS: ColumnPlan = {
  defaults: ["name", "username", "secret_type", "privileged", "connectivity", "is_active", "date_updated"],
  exclude: ["asset", "spec_info", "params"],
  overrides: { connectivity: { render: connectivityOf, width: 110 } },
};
const ACTIONS = ["update", "delete"] as const;

/** Makes accounts of the asset from templates. */
function FromTemplates({ context }: { readonly context: DetailContext }) {
  const { t } = useTranslation("assetForms");
  const { can, inRoot } = useSession();
  const hasTemplates = useTemplates();
  const [choosing, setChoosing] = useState(false);
  if (!hasTemplates || inRoot || !can("accounts.add_account")) return null;
  const { row, reload } = context;
  const accounts = Array.isArray(row.accounts) ? row.accounts.map(inlineAccount) : [];
  return (
    <>
      <Button onClick={() => setChoosing(true)}>{t("chooseTemplates")}</Button>
      {choosing ? (
        <Suspense fallback={null}>
          <TemplateDialog
            protocols={asProtocols(row.protocols).map(({ name }) => name)}
            accounts={accounts}
            onClose={() => setChoosing(false)}
            onConfirm={(chosen) => {
              const body = (accountsBody(chosen) ?? []).map((account) => ({ ...account, asset: row.id }));
              void api(ACCOUNTS.url, { method: "POST", body })
                .then(async () => {
                  toast("success", t("accountsAdded", { count: body.length }));
                  setChoosing(false);
                  await reload();
                })
                .catch(toastFailure);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** The accounts of an asset. */
export function AssetAccounts({ context }: { readonly context: DetailContext }) {
  const { t } = useTranslation(["routes", "assets"]);
  const id = String(context.row.id);
  return (
    <ResourceList
      resource={ACCOUNTS}
      label={t("accounts")}
      query={{ asset: id }}
      inAddress={false}
      emptyHint={t("assets:accountsEmpty")}
      columns={COLUMNS}
      create={{ query: `?asset=${id}`, label: t("accountCreate") }}
      toolbar={{ extra: <FromTemplates context={context} /> }}
      rows={{ builtIns: ACTIONS }}
    />
  );
}
