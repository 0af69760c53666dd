import type { ColumnPlan } from "../../kit/list/columns.ts";
import { DetailLink } from "../../kit/list/resource-list.tsx";
import type { Action } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { FILE_TRANSFERS, storedCopyPath } from "./resources.ts";
import { sizeText } from "./size-text.ts";
import { TransferState } from "./transfer-state.tsx";
import type { useTransferTexts } from "./use-transfer-texts.ts";

type Translate = ReturnType<typeof useTransferTexts>["t"];

/** The columns of file transfers; those of one session need not say whose they are. */
export function transferColumns(t: Translate, ofOneSession: boolean): ColumnPlan {
  const whose = ofOneSession ? [] : ["user", "asset", "account", "remote_addr"];
  return {
    defaults: ["filename", "operate", "size", "state", ...whose, "date_start"],
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
}

/** What can be done with a file transfer: its copy, where one was kept. */
export function transferActions(t: Translate, row: Row): Action[] {
  return [
    {
      key: "download",
      label: t("download"),
      ...(row.has_file === true ? { href: storedCopyPath(String(row.id)) } : { disabled: true }),
    },
  ];
}
