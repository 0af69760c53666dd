import { RightOutlined } from "@ant-design/icons";
import i18next from "i18next";
import { memo, type ReactNode, useId } from "react";
import type { Row } from "../../metadata/types.ts";
import type { Column } from "../columns.ts";
import type { OpenMenu } from "../row-actions.tsx";
import { type Action, RowActions } from "../row-actions.tsx";
import { rowName } from "../rows.ts";
import { Cell } from "./cell.tsx";

interface TableRowProps {
  readonly row: Row;
  /** Place on the page, from 0. */
  readonly index: number;
  readonly columns: readonly Column[];
  readonly selected: boolean;
  /** The row that the tab key reaches. */
  readonly reachable: boolean;
  /** Chooses the row; with `range`, everything from the last chosen one to this. Absent where nothing is chosen. */
  readonly onToggle?: (row: Row, index: number, on: boolean, range: boolean) => void;
  readonly selectable: boolean;
  readonly actions?: (row: Row) => readonly Action[];
  readonly rowClassName?: (row: Row) => string;
  readonly onMenu: OpenMenu;
  /** Unfolds the row or folds it away. */
  readonly onUnfold?: (row: Row) => void;
  /** What the row tells while it is unfolded. */
  readonly details?: ReactNode;
}

/** One row. Drawn again only when something of it changes. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { row, index, columns, selected, onToggle, actions } = props;
  const name = rowName(row);
  const place = useId();
  const isUnfolded = props.details !== undefined;
  const line = (
    <tr
      className={`${selected ? "selected-row" : ""} ${props.rowClassName?.(row) ?? ""}`}
      tabIndex={props.reachable ? 0 : -1}
      data-index={index}
      {...(onToggle === undefined ? {} : { "aria-selected": selected })}
    >
      {onToggle === undefined ? null : (
        <td className="cell-select">
          <input
            type="checkbox"
            aria-label={i18next.t("list:row.select", { name })}
            checked={selected}
            disabled={!props.selectable}
            tabIndex={-1}
            onChange={(event) =>
              onToggle(row, index, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)
            }
          />
        </td>
      )}
      {props.onUnfold === undefined ? null : (
        <td className="cell-unfold">
          <button
            type="button"
            className="row-unfold"
            tabIndex={-1}
            aria-expanded={isUnfolded}
            {...(isUnfolded ? { "aria-controls": place } : {})}
            aria-label={i18next.t("list:row.unfold", { name })}
            onClick={() => props.onUnfold?.(row)}
          >
            <RightOutlined aria-hidden />
          </button>
        </td>
      )}
      {columns.map((column, at) => (
        <Cell key={column.name} column={column} row={row} title={at === 0} />
      ))}
      {actions === undefined ? null : (
        <td className="cell-actions">
          <RowActions actions={actions(row)} name={name} onMenu={props.onMenu} />
        </td>
      )}
    </tr>
  );
  if (!isUnfolded) return line;
  const width =
    columns.length + [onToggle, props.onUnfold, actions].filter((part) => part !== undefined).length;
  return (
    <>
      {line}
      <tr className="row-details" id={place}>
        <td colSpan={width}>{props.details}</td>
      </tr>
    </>
  );
});
