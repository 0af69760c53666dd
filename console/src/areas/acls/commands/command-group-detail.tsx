import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import { COMMAND_GROUPS } from "../resources.ts";
import { useRuleTexts } from "../use-rule-texts.ts";

/** One group of commands: all it tells. */
export default function CommandGroupDetail() {
  const { t } = useRuleTexts();
  return (
    <ResourceDetail
      resource={COMMAND_GROUPS}
      prefix={t("routes:commandGroupDetail")}
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
