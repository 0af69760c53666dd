import { useTranslation } from "react-i18next";
import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import { COMPONENTS } from "./storage-resources.ts";

/** One gateway: all it tells. */
export default function ComponentDetail() {
  const { t } = useTranslation(["routes", "kit"]);
  return (
    <ResourceDetail
      resource={COMPONENTS}
      prefix={t("routes:terminalDetail")}
      tabs={({ fields, row }) => [
        {
          key: "Basic",
          label: t("kit:detail.basic"),
          content: <DetailCard items={detailItems(fields, row, [])} />,
        },
      ]}
    />
  );
}
