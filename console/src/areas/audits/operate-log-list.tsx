import { useState } from "react";
import { DifferenceDialog } from "../../kit/detail/difference-dialog.tsx";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink } from "../../kit/list/resource-list.tsx";
import type { Action } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { LogList } from "./log-list.tsx";
import { differencePath, operationText } from "./operation.ts";
import { OPERATE_LOGS } from "./resources.ts";
import { useLogTexts } from "./use-log-texts.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["user", "action", "resource_type", "resource", "remote_addr", "datetime"],
  always: ["user", "resource"],
  overrides: {
    user: { render: (row) => <DetailLink resource={OPERATE_LOGS} row={row} text={valueText(row.user)} /> },
  },
};

/** Who changed what, and what each change was. */
export default function OperateLogList() {
  const { t } = useLogTexts();
  const [shown, setShown] = useState<Row>();
  const actions = (row: Row): readonly Action[] => [
    { key: "difference", label: t("changes"), run: () => setShown(row) },
  ];
  return (
    <>
      <LogList
        resource={OPERATE_LOGS}
        title={t("routes:operateLogs")}
        help={t("operateHelp")}
        columns={COLUMNS}
        emptyHint={t("operateEmpty")}
        actions={actions}
      />
      {shown === undefined ? null : (
        <DifferenceDialog
          url={differencePath(shown)}
          content={operationText(shown)}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}
