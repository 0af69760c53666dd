import { useMemo } from "react";
import type { Row } from "../../metadata/types.ts";
import { valueText } from "../../metadata/value-text.ts";
import { type Column, columnLook } from "../columns.ts";
import { cellOf } from "./cell.tsx";

interface TableSizerProps {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly selectable: boolean;
  readonly unfolds: boolean;
}

/**
 * A row without height that holds the longest value of every column, so that columns keep their widths when the
 * rows below the first screen arrive.
 */
export function TableSizer({ columns, rows, selectable, unfolds }: TableSizerProps) {
  const longest = useMemo(
    () =>
      columns.map((column) => {
        let found = rows[0] ?? {};
        let length = -1;
        for (const row of rows) {
          const size = valueText(row[column.name]).length;
          if (size > length) [found, length] = [row, size];
        }
        return { column, row: found };
      }),
    [columns, rows],
  );
  return (
    <tr className="table-sizer">
      {selectable ? <td className="cell-select" /> : null}
      {unfolds ? <td className="cell-unfold" /> : null}
      {longest.map(({ column, row }) => (
        <td key={column.name} className={columnLook(column)}>
          <div>{cellOf(column, row)}</div>
        </td>
      ))}
    </tr>
  );
}
