import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import { ADHOCS } from "./resources.ts";
import { useJobTexts } from "./use-job-texts.ts";
import { useTemplateRights } from "./use-template-rights.ts";

const CARD = [
  "id",
  "name",
  "module",
  "args",
  "is_shared",
  "comment",
  "date_created",
  "date_updated",
  "org_name",
];

/** One command template. */
export default function TemplateDetail() {
  const { t } = useJobTexts();
  const { canChange } = useTemplateRights();
  return (
    <ResourceDetail
      resource={ADHOCS}
      canChange={canChange}
      prefix={t("routes:adhocDetail")}
      tabs={({ fields, row }) => [
        {
          key: "AdhocInfo",
          label: t("kit:detail.basic"),
          content: (
            <DetailCard
              items={detailItems(fields, row, CARD, {
                args: (template) => <pre className="job-output">{String(template.args ?? "")}</pre>,
              })}
            />
          ),
        },
      ]}
    />
  );
}
