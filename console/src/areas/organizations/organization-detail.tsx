import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useLaterTexts } from "../../i18n/use-later-texts.ts";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { type DetailContext, ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { useSession } from "../../kit/session.ts";
import { amountOf, HOLDINGS } from "./holdings.ts";
import { OrganizationMembers } from "./organization-members.tsx";
import { ORGANIZATIONS } from "./resources.ts";
import { useDeletion } from "./use-deletion.tsx";

const CARD = ["id", "name", "created_by", "date_created", "comment"];

function Basic({ row, fields }: DetailContext) {
  const { t } = useTranslation("organizations");
  const holdings = HOLDINGS.map(({ key, count }) => ({
    key,
    label: t(`amount.${key}`),
    value: <span className="numeric">{amountOf(row, count)}</span>,
  }));
  return (
    <div className="detail-columns">
      <DetailCard items={detailItems(fields, row, CARD)} />
      <DetailCard title={t("holds")} items={holdings} />
    </div>
  );
}

function Actions({ row }: { readonly row: Row }) {
  const { t } = useTranslation(["organizations", "common"]);
  const { can, organizations } = useSession();
  const navigate = useNavigate();
  const askToDelete = useDeletion();
  return (
    <>
      {organizations.some(({ id }) => id === row.id) ? (
        <Button onClick={() => void navigate(`/console/dashboard?oid=${String(row.id)}`)}>{t("work")}</Button>
      ) : null}
      {can("orgs.delete_organization") ? (
        <Button
          danger
          disabled={row.internal === true}
          title={row.internal === true ? t("internal") : undefined}
          onClick={() => askToDelete(row, () => navigate(ORGANIZATIONS.routes.list))}
        >
          {t("common:delete")}
        </Button>
      ) : null}
    </>
  );
}

/** One organization: how much is in it, and who. */
export default function OrganizationDetail() {
  useLaterTexts();
  const { t } = useTranslation(["organizations", "routes"]);
  const { can } = useSession();
  return (
    <ResourceDetail
      resource={ORGANIZATIONS}
      prefix={t("routes:organizationDetail")}
      canDelete={false}
      actions={({ row }) => <Actions row={row} />}
      tabs={(context) => [
        { key: "OrganizationInfo", label: t("basic"), content: <Basic {...context} /> },
        ...(can("users.view_user")
          ? [
              {
                key: "OrganizationUsers",
                label: t("members"),
                content: <OrganizationMembers organization={context.row} />,
              },
            ]
          : []),
      ]}
    />
  );
}
