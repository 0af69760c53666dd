import { Button } from "antd";
import { useState } from "react";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { DifferenceDialog } from "../../kit/detail/difference-dialog.tsx";
import { ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import { valueText } from "../../kit/metadata/value-text.ts";
import { differencePath, operationText } from "./operation.ts";
import { useLogTexts } from "./use-log-texts.ts";
import { useOperateLogs } from "./use-operate-logs.ts";

const CARD = ["id", "user", "action", "resource_type", "resource", "remote_addr", "org_name", "datetime"];

/** One operation: who did what to which, and what it changed. */
export default function OperateLogDetail() {
  const { t } = useLogTexts();
  const resource = useOperateLogs();
  const [isShown, setShown] = useState(false);
  if (resource === undefined) return null;
  return (
    <ResourceDetail
      resource={resource}
      prefix={t("routes:operateLogDetail")}
      title={(row) => valueText(row.resource)}
      canDelete={false}
      updatePath={() => null}
      activity={false}
      actions={() => (
        <Button type="primary" onClick={() => setShown(true)}>
          {t("changes")}
        </Button>
      )}
      tabs={({ row, fields }) => [
        {
          key: "OperateLogDetail",
          label: t("kit:detail.basic"),
          content: (
            <>
              <DetailCard items={detailItems(fields, row, CARD)} />
              {isShown ? (
                <DifferenceDialog
                  url={differencePath(resource, row)}
                  content={operationText(row)}
                  onClose={() => setShown(false)}
                />
              ) : null}
            </>
          ),
        },
      ]}
    />
  );
}
