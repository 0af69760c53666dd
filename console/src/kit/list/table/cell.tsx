import type { ReactNode } from "react";
import { fieldKind } from "../../field-kinds/index.ts";
import type { Row } from "../../metadata/types.ts";
import { valueText } from "../../metadata/value-text.ts";
import { type Column, columnLook } from "../columns.ts";

/** A value as a list shows it: the area's way, the server's own words for a plain choice, else the kind's. */
export function cellOf(column: Column, row: Row): ReactNode {
  if (column.render !== undefined) return column.render(row);
  if (column.field.type === "choice") {
    const display = valueText(row[`${column.name}_display`]);
    if (display !== "") return display;
  }
  return fieldKind(column.kind).cell(row[column.name], column.field, column.name);
}

interface CellProps {
  readonly column: Column;
  readonly row: Row;
  /** The first cell of the row, which heads it where rows stand as cards. */
  readonly title: boolean;
}

/** One cell; its label is shown where rows stand as cards. */
export function Cell({ column, row, title }: CellProps) {
  const content = cellOf(column, row);
  const empty = content === "" || content === null || content === undefined;
  const look = [title && "cell-title", columnLook(column), empty && "is-empty"].filter(Boolean).join(" ");
  return (
    <td data-label={column.title} {...(look === "" ? {} : { className: look })}>
      {empty ? <span className="cell-empty">-</span> : content}
    </td>
  );
}
