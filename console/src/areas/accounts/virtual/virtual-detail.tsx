import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import { VIRTUAL_ACCOUNTS } from "../resources.ts";
import { useAccountTexts } from "../use-account-texts.ts";

const CARD = [
  "id",
  "name",
  "alias",
  "username",
  "secret_from_login",
  "date_created",
  "date_updated",
  "comment",
];

/** One virtual account: what it stands for. */
export default function VirtualDetail() {
  const { t } = useAccountTexts();
  return (
    <ResourceDetail
      resource={VIRTUAL_ACCOUNTS}
      prefix={t("routes:virtualAccountDetail")}
      tabs={({ fields, row }) => [
        {
          key: "VirtualInfo",
          label: t("virtual.basic"),
          content: <DetailCard items={detailItems(fields, row, CARD)} />,
        },
      ]}
    />
  );
}
