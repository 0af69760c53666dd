import { CheckCircleFilled, ClockCircleOutlined, CloseCircleFilled, SyncOutlined } from "@ant-design/icons";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { FieldMap } from "../metadata/types.ts";
import { EditableCell } from "./editable-cell.tsx";
import type { FileColumn } from "./import-api.ts";
import type { ImportRow, RowStatus } from "./import-task.ts";

const ICONS: Readonly<Record<RowStatus, typeof CheckCircleFilled>> = {
  pending: ClockCircleOutlined,
  sending: SyncOutlined,
  ok: CheckCircleFilled,
  error: CloseCircleFilled,
};

interface PreviewRowProps {
  readonly row: ImportRow;
  readonly columns: readonly FileColumn[];
  readonly fields: FieldMap;
  /** The same one at every drawing: with another one, every row would be drawn again. */
  readonly onEdit: (index: number, field: string, value: unknown) => void;
}

/**
 * A row of a file: its state, its cells, and below them why it was refused. Drawn again only when something of it changes:
 * an import changes one row after the other.
 */
export const PreviewRow = memo(function PreviewRow({ row, columns, fields, onEdit }: PreviewRowProps) {
  const { t } = useTranslation(["transfer", "list"]);
  const Icon = ICONS[row.status];
  return (
    <>
      <tr className={`is-${row.status}`}>
        <th scope="row" className="numeric">
          {row.index + 1}
        </th>
        <td>
          <span className={`import-status is-${row.status}`} title={row.reasons.join("\n")}>
            <Icon aria-hidden spin={row.status === "sending"} /> {t(`import.${row.status}`)}
          </span>
        </td>
        {columns.map(([title, field]) => (
          <td key={field}>
            <EditableCell
              name={field}
              title={title.replace(/^\*/, "")}
              row={row.index + 1}
              field={fields[field]}
              value={row.values[field]}
              disabled={row.status === "sending"}
              onEdit={(value) => onEdit(row.index, field, value)}
            />
          </td>
        ))}
      </tr>
      {row.reasons.length === 0 ? null : (
        <tr className="import-reasons">
          <td />
          <td colSpan={columns.length + 1}>{row.reasons.join(" · ")}</td>
        </tr>
      )}
    </>
  );
});
