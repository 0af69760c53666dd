import { type MouseEvent, type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import type { Row } from "../../metadata/types.ts";
import type { Column } from "../columns.ts";
import { type Action, sortedActions } from "../row-actions.tsx";
import { rowKey } from "../rows.ts";
import type { Selection } from "../use-selection.ts";
import { useMenuHost } from "./menu-host.tsx";
import type { HeadControls } from "./table-head.tsx";
import { TableHeadRow } from "./table-head-row.tsx";
import { TableRow } from "./table-row.tsx";
import { TableSizer } from "./table-sizer.tsx";
import { isLong, useDrawnRows } from "./use-drawn-rows.ts";
import { useFittedColumns } from "./use-fitted-columns.ts";
import { type RowCommands, useRowKeyboard } from "./use-row-keyboard.ts";
import { useUnfolding } from "./use-unfolding.ts";

/** Props of {@link DataTable}. */
export interface DataTableProps extends HeadControls {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Absent where nothing can be done with chosen rows. */
  readonly selection?: Selection;
  readonly canSelect?: ((row: Row) => boolean) | undefined;
  readonly actions?: (row: Row) => readonly Action[];
  /** Opens the page of a row. */
  readonly onOpen?: (row: Row) => void;
  readonly onTurn?: (step: 1 | -1) => void;
  readonly rowClassName?: ((row: Row) => string) | undefined;
  /** What a row tells when it is unfolded. */
  readonly details?: ((row: Row) => ReactNode) | undefined;
  /** Another text for another page, order or filter; the same while rows are only fetched again. */
  readonly content?: string;
  /** The rows shown are from before the last change of page or filter. */
  readonly stale?: boolean;
}

const everyRow = () => true;

/** A cell that cuts its text tells the whole of it on pointing. */
function showWholeText(event: MouseEvent<HTMLElement>): void {
  const cell = (event.target as HTMLElement).closest("td");
  if (cell === null || cell.classList.contains("cell-actions")) return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? "";
  else cell.removeAttribute("title");
}

/** A dense table: sticky header, order, filters of few values, selection, actions, keys. Knows nothing of the API. */
export function DataTable(props: DataTableProps) {
  const { columns, rows, selection, actions, canSelect = everyRow } = props;
  const [openMenu, menu] = useMenuHost();
  const place = useRef<HTMLDivElement>(null);
  const drawn = useDrawnRows(rows, props.content ?? "");
  useFittedColumns(place, drawn, columns);
  const anchor = useRef(0);
  const select = selection?.select;
  const toggle = useCallback(
    (row: Row, index: number, on: boolean, range: boolean) => {
      const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)];
      select?.(range ? rows.slice(from, to + 1).filter(canSelect) : [row], on);
      anchor.current = index;
    },
    [select, rows, canSelect],
  );
  const selectable = useMemo(() => rows.filter(canSelect), [rows, canSelect]);
  const at = (index: number, then: (row: Row) => void) => {
    const row = rows[index];
    if (row !== undefined) then(row);
  };
  const unfolding = useUnfolding();
  const unfold = props.details === undefined ? undefined : unfolding.toggle;
  const [focused, setFocused] = useState(0);
  const current = Math.min(focused, Math.max(0, rows.length - 1));
  const commands: RowCommands = {
    count: rows.length,
    open: (index) => at(index, (row) => (unfold ?? props.onOpen)?.(row)),
    ...(selection === undefined
      ? {}
      : {
          toggle: (index: number) =>
            at(index, (row) => canSelect(row) && toggle(row, index, !selection.keys.has(rowKey(row)), false)),
          extend: (index: number) => at(index, (row) => canSelect(row) && selection.select([row], true)),
          selectPage: () => selection.select(selectable, true),
          clear: selection.clear,
        }),
    ...(actions === undefined
      ? {}
      : {
          menu: (index: number, element: HTMLElement) =>
            at(index, (row) => openMenu(element, sortedActions(actions(row)))),
        }),
    ...(props.onTurn === undefined ? {} : { turn: props.onTurn }),
  };
  const keyboard = useRowKeyboard(commands, setFocused);
  return (
    <div className={`table-scroll ${props.stale === true ? "is-stale" : ""}`} ref={place}>
      <table className="data-table" aria-label={props.label} aria-busy={props.stale === true}>
        <thead>
          <TableHeadRow
            {...props}
            selection={selection}
            selectable={selectable}
            unfolds={unfold !== undefined}
            acts={actions !== undefined}
            onMenu={openMenu}
          />
        </thead>
        <tbody onKeyDown={keyboard.onKeyDown} onFocus={keyboard.onFocus} onMouseOver={showWholeText}>
          {isLong(rows) ? (
            <TableSizer
              columns={columns}
              rows={rows}
              selectable={selection !== undefined}
              unfolds={unfold !== undefined}
            />
          ) : null}
          {drawn.map((row, index) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              index={index}
              columns={columns}
              selected={selection?.keys.has(rowKey(row)) === true}
              selectable={canSelect(row)}
              reachable={index === current}
              onMenu={openMenu}
              {...(selection === undefined ? {} : { onToggle: toggle })}
              {...(actions === undefined ? {} : { actions })}
              {...(props.rowClassName === undefined ? {} : { rowClassName: props.rowClassName })}
              {...(unfold === undefined ? {} : { onUnfold: unfold })}
              {...(unfolding.keys.has(rowKey(row)) ? { details: props.details?.(row) } : {})}
            />
          ))}
        </tbody>
      </table>
      {menu}
    </div>
  );
}
