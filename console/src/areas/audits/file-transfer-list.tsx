import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink, ResourceList } from "../../kit/list/resource-list.tsx";
import type { Action } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { Page } from "../../kit/page.tsx";
import { FILE_TRANSFERS, keptCopyPath } from "./resources.ts";
import { sizeText } from "./size-text.ts";
import { TransferState } from "./transfer-state.tsx";
import { useTransferTexts } from "./use-transfer-texts.ts";

const NO_ACTIONS: readonly [] = [];
const EXCLUDED_FILTERS = ["id"];

/** What was done to files on targets, and by whom. */
export default function FileTransferList() {
  const { t } = useTransferTexts();
  const columns: ColumnPlan = {
    defaults: [
      "filename",
      "operate",
      "size",
      "state",
      "user",
      "asset",
      "account",
      "remote_addr",
      "date_start",
    ],
    always: ["filename", "operate"],
    exclude: ["org_id", "session"],
    overrides: {
      filename: {
        width: 280,
        render: (row) => <DetailLink resource={FILE_TRANSFERS} row={row} text={valueText(row.filename)} />,
      },
      size: {
        align: "right",
        render: (row) => (
          <span className="numeric" title={row.size === null ? "" : t("bytes", { count: Number(row.size) })}>
            {sizeText(row.size)}
          </span>
        ),
      },
      state: { render: (row) => <TransferState row={row} /> },
    },
  };
  const actions = (row: Row): Action[] => [
    {
      key: "download",
      label: t("download"),
      ...(row.has_file === true ? { href: keptCopyPath(String(row.id)) } : { disabled: true }),
    },
  ];
  return (
    <Page title={t("routes:fileTransfers")} help={t("help")}>
      <ResourceList
        resource={FILE_TRANSFERS}
        label={t("routes:fileTransfers")}
        columns={columns}
        defaultOrder="-date_start"
        excludeFilters={EXCLUDED_FILTERS}
        create={null}
        bulkDelete={false}
        rowBuiltIns={NO_ACTIONS}
        rowExtras={actions}
        emptyHint={t("empty")}
        dated
      />
    </Page>
  );
}
