import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { REFUSALS } from "../resources.ts";
import { Named } from "./refusal-columns.tsx";
import { useRefusalTexts } from "./use-refusals-here.ts";

const CARD = [
  "user",
  "remote_addr",
  "channel",
  "kind",
  "reason",
  "code",
  "rights",
  "asset",
  "account",
  "protocol",
  "target",
  "org_name",
  "count",
  "datetime",
  "date_last",
];

/** What somebody was refused: who, from where, what, and why. */
export default function RefusalDetail() {
  const { t } = useRefusalTexts();
  return (
    <ResourceDetail
      resource={REFUSALS}
      prefix={t("routes:refusalDetail")}
      title={(row) => [valueText(row.user), valueText(row.kind)].filter((part) => part !== "").join(" · ")}
      canDelete={false}
      updatePath={() => null}
      activity={false}
      tabs={({ row, fields }) => [
        {
          key: "RefusalDetail",
          label: t("kit:detail.basic"),
          content: (
            <DetailCard
              items={detailItems(fields, row, CARD, {
                user: () => <Named row={row} of="user" />,
                asset: () => <Named row={row} of="asset" />,
              })}
            />
          ),
        },
      ]}
    />
  );
}
