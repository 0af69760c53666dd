import { lazy, Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../kit/api/api-error.ts";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { QuickActions } from "../../kit/detail/quick-actions.tsx";
import { type DetailContext, ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import { DetailLink } from "../../kit/list/resource-list.tsx";
import { useSession } from "../../kit/session.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { ASSETS } from "../assets/index.ts";
import { askToClearSecrets, isPushable, isTestable, pushAccount, testAccount } from "./account-actions.ts";
import { CertificateCard } from "./certificate-card.tsx";
import { ACCOUNTS, PUSH_ACCOUNT, VIEW_SECRET } from "./resources.ts";

const SecretView = lazy(() => import("./secret-view.tsx"));

const CARD = [
  "id",
  "name",
  "username",
  "asset",
  "secret_type",
  "has_secret",
  "su_from",
  "version",
  "source",
  "connectivity",
  "created_by",
  "date_created",
  "date_updated",
  "comment",
];

function Basic({ context }: { readonly context: DetailContext }) {
  const { t } = useTranslation(["accounts", "accountPages", "common"]);
  const { can, inRoot } = useSession();
  const { row, fields, patch, reload } = context;
  const [viewing, setViewing] = useState(false);
  const close = useCallback(() => setViewing(false), []);
  const locked = !can("accounts.change_account");
  return (
    <div className="detail-columns">
      <DetailCard
        items={detailItems(fields, row, CARD, {
          asset: (account) =>
            isRecord(account.asset) ? <DetailLink resource={ASSETS} row={account.asset} /> : "",
        })}
      />
      <QuickActions
        actions={[
          {
            key: "active",
            title: t("activate"),
            checked: row.is_active === true,
            disabled: locked,
            run: (checked) => patch({ is_active: checked, name: row.name }),
          },
          {
            key: "privileged",
            title: t("privileged"),
            checked: row.privileged === true,
            disabled: locked,
            run: (checked) => patch({ privileged: checked, name: row.name }),
          },
          ...(can(VIEW_SECRET)
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
          ...(can("accounts.verify_account") && !inRoot
            ? [
                {
                  key: "test",
                  title: t("accountPages:test"),
                  button: t("accountPages:testNow"),
                  disabled: !isTestable(row),
                  run: () => testAccount(row),
                },
              ]
            : []),
          ...(can(PUSH_ACCOUNT) && !inRoot
            ? [
                {
                  key: "push",
                  title: t("push"),
                  button: t("pushNow"),
                  disabled: !isPushable(row),
                  run: () => pushAccount(row),
                },
              ]
            : []),
          {
            key: "clear",
            title: t("clearSecret"),
            button: t("common:clear"),
            danger: true,
            disabled: locked,
            run: () => askToClearSecrets([row], reload),
          },
        ]}
      />
      <CertificateCard row={row} />
      {viewing ? (
        <Suspense fallback={null}>
          <SecretView account={row} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** One account: where it is and in which state; its secret only when asked for, and confirmed. */
export default function AccountDetail() {
  const { t } = useTranslation(["accounts", "routes", "kit"]);
  return (
    <ResourceDetail
      resource={ACCOUNTS}
      prefix={t("routes:accountDetail")}
      status={(row) => (
        <StatusMark good={row.is_active === true} text={t(row.is_active === true ? "active" : "inactive")} />
      )}
      tabs={(context) => [
        { key: "AccountInfo", label: t("kit:detail.basic"), content: <Basic context={context} /> },
      ]}
    />
  );
}
