import { useState } from "react";
import { DifferenceDialog } from "../../kit/detail/difference-dialog.tsx";
import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink } from "../../kit/list/resource-list.tsx";
import type { Action } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { Page } from "../../kit/page.tsx";
import { LogList } from "./log-list.tsx";
import { differencePath, operationText } from "./operation.ts";
import { ALL_OPERATE_LOGS, OPERATE_LOGS } from "./resources.ts";
import { useLogTexts } from "./use-log-texts.ts";
import { useOperateLogs } from "./use-operate-logs.ts";

const COLUMNS: ColumnPlan = {
  defaults: ["user", "action", "resource_type", "resource", "remote_addr", "datetime"],
  always: ["user", "resource"],
  overrides: {
    user: { render: (row) => <DetailLink resource={OPERATE_LOGS} row={row} text={valueText(row.user)} /> },
  },
};

/** Over all organizations each row says in which it was done. */
const COLUMNS_OF_ALL: ColumnPlan = {
  ...COLUMNS,
  defaults: ["user", "action", "resource_type", "resource", "org_name", "remote_addr", "datetime"],
};

/** Who changed what, and what each change was. */
export default function OperateLogList() {
  const { t } = useLogTexts();
  const resource = useOperateLogs();
  const [shown, setShown] = useState<Row>();
  const actions = (row: Row): readonly Action[] => [
    { key: "difference", label: t("changes"), run: () => setShown(row) },
  ];
  if (resource === undefined) return <Page title={t("routes:operateLogs")}>{null}</Page>;
  return (
    <>
      <LogList
        resource={resource}
        title={t("routes:operateLogs")}
        help={t("operateHelp")}
        columns={resource === ALL_OPERATE_LOGS ? COLUMNS_OF_ALL : COLUMNS}
        emptyHint={t("operateEmpty")}
        actions={actions}
      />
      {shown === undefined ? null : (
        <DifferenceDialog
          url={differencePath(resource, shown)}
          content={operationText(shown)}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  );
}
