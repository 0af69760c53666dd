import { DetailCard, detailItems } from "../../../../kit/detail/detail-card.tsx";
import { ResourceDetail } from "../../../../kit/detail/resource-detail.tsx";
import { valueText } from "../../../../kit/metadata/value-text.ts";
import { useSession } from "../../../../kit/session.ts";
import { PLAYBOOKS } from "../resources.ts";
import { useJobTexts } from "../use-job-texts.ts";
import { PlaybookFiles } from "./playbook-files.tsx";
import { PlaybookSupport } from "./playbook-support.tsx";

const CARD = ["id", "name", "comment", "date_created", "date_updated", "org_name"];

/** One playbook: what it is, and its files. */
export default function PlaybookDetail() {
  const { t } = useJobTexts();
  const { can } = useSession();
  return (
    <ResourceDetail
      resource={PLAYBOOKS}
      prefix={t("routes:playbookDetail")}
      tabs={({ fields, row }) => [
        {
          key: "PlaybookInfo",
          label: t("kit:detail.basic"),
          content: (
            <div className="detail-stack">
              <DetailCard items={detailItems(fields, row, CARD)} />
              <PlaybookSupport />
              <p>
                <a href={`/media/playbooks/${encodeURIComponent(valueText(row.id))}.zip`} download>
                  {t("book.archive")}
                </a>
              </p>
            </div>
          ),
        },
        ...(can("ops.change_playbook")
          ? [
              {
                key: "PlaybookFiles",
                label: t("book.files"),
                content: <PlaybookFiles playbook={valueText(row.id)} />,
              },
            ]
          : []),
      ]}
    />
  );
}
