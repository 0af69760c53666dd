import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../../kit/api/api-error.ts";
import { fieldsOf, metadataQuery } from "../../../kit/api/resources.ts";
import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { QuickActions } from "../../../kit/detail/quick-actions.tsx";
import { type DetailContext, ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import { DetailLink, ResourceList } from "../../../kit/list/resource-list.tsx";
import { useSession } from "../../../kit/session.ts";
import { ASSETS } from "../../assets/index.ts";
import { ACCOUNT_TEMPLATES, ACCOUNTS, VIEW_TEMPLATE_SECRET } from "../resources.ts";

const TemplateSecretView = lazy(() => import("./template-secret-view.tsx"));
const TemplateSecretDialog = lazy(() => import("./template-secret-dialog.tsx"));

const CHANGE = "accounts.change_accounttemplate";
const CARD = [
  "id",
  "name",
  "username",
  "secret_type",
  "has_secret",
  "su_from",
  "is_active",
  "created_by",
  "date_created",
  "date_updated",
  "comment",
];
const ACCOUNT_COLUMNS: ColumnPlan = {
  defaults: ["name", "asset", "secret_type", "is_active", "date_created"],
  exclude: ["spec_info", "params"],
  overrides: {
    asset: {
      render: (row) => (isRecord(row.asset) ? <DetailLink resource={ASSETS} row={row.asset} /> : ""),
    },
  },
};
const NO_ACTIONS: readonly [] = [];

interface TabProps {
  readonly context: DetailContext;
}

function Basic({ context }: TabProps) {
  const { t } = useTranslation(["accounts"]);
  const { can } = useSession();
  const { row, fields, patch } = context;
  const [viewing, setViewing] = useState(false);
  const close = useCallback(() => setViewing(false), []);
  return (
    <div className="detail-columns">
      <DetailCard items={detailItems(fields, row, CARD)} />
      <QuickActions
        actions={[
          {
            key: "privileged",
            title: t("privileged"),
            checked: row.privileged === true,
            disabled: !can(CHANGE),
            run: (checked) => patch({ privileged: checked }),
          },
          ...(can(VIEW_TEMPLATE_SECRET)
            ? [
                {
                  key: "view",
                  title: t("viewSecret"),
                  button: t("view"),
                  disabled: row.has_secret === false,
                  run: () => setViewing(true),
                },
              ]
            : []),
        ]}
      />
      {viewing ? (
        <Suspense fallback={null}>
          <TemplateSecretView template={row} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The accounts that were made from a template, and the way to give all of them another secret. */
function Accounts({ context }: TabProps) {
  const { t } = useTranslation(["accountTemplates", "routes"]);
  const { row, reload } = context;
  const [changing, setChanging] = useState(false);
  const metadata = useQuery(metadataQuery(ACCOUNT_TEMPLATES.url));
  const close = useCallback(() => setChanging(false), []);
  return (
    <div className="detail-columns">
      <ResourceList
        resource={ACCOUNTS}
        label={t("accounts")}
        query={{ source_id: String(row.id) }}
        inAddress={false}
        columns={ACCOUNT_COLUMNS}
        create={null}
        toolbar={{ exports: false }}
        bulk={{ delete: false }}
        rows={{ builtIns: NO_ACTIONS }}
        emptyHint={t("noAccounts")}
      />
      <QuickActions
        actions={[
          {
            key: "secret",
            title: t("updateSecret"),
            button: t("change"),
            disabled: metadata.data === undefined,
            run: () => setChanging(true),
          },
        ]}
      />
      {changing && metadata.data !== undefined ? (
        <Suspense fallback={null}>
          <TemplateSecretDialog
            template={row}
            fields={fieldsOf(metadata.data, "PUT")}
            onDone={reload}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** One template: what accounts made from it are, and which ones there are. */
export default function TemplateDetail() {
  const { t } = useTranslation(["accountTemplates", "routes", "kit"]);
  const { can } = useSession();
  return (
    <ResourceDetail
      resource={ACCOUNT_TEMPLATES}
      prefix={t("routes:accountTemplateDetail")}
      tabs={(context) => [
        { key: "TemplateInfo", label: t("kit:detail.basic"), content: <Basic context={context} /> },
        ...(can(CHANGE) && can("accounts.view_account")
          ? [{ key: "TemplateAccounts", label: t("accounts"), content: <Accounts context={context} /> }]
          : []),
      ]}
    />
  );
}
