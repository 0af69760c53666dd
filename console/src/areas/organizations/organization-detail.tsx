import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { closeTabState } from "../../kit/close-tab-state.ts";
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

function WorkButton({ organization }: { readonly organization: Row }) {
  const { t } = useTranslation("organizations");
  const { organizations } = useSession();
  const navigate = useNavigate();
  if (!organizations.some(({ id }) => id === organization.id)) return null;
  const path = `/console/dashboard?oid=${String(organization.id)}`;
  return <Button onClick={() => void navigate(path)}>{t("work")}</Button>;
}

/** One organization: how much is in it, and who. */
export default function OrganizationDetail() {
  const { t } = useTranslation(["organizations", "routes"]);
  const { can } = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const askToDelete = useDeletion();
  return (
    <ResourceDetail
      resource={ORGANIZATIONS}
      prefix={t("routes:organizationDetail")}
      canDelete={(row) => row.internal !== true}
      askToDelete={(row) =>
        askToDelete(row, () => navigate(ORGANIZATIONS.routes.list, { state: closeTabState(pathname) }))
      }
      actions={({ row }) => <WorkButton organization={row} />}
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
