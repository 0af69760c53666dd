import { useTranslation } from "react-i18next";
import type { Row } from "../../metadata/types.ts";
import type { Column } from "../columns.ts";
import type { OpenMenu } from "../row-actions.tsx";
import { rowKey } from "../rows.ts";
import type { Selection } from "../use-selection.ts";
import { type HeadControls, HeaderCell } from "./table-head.tsx";

interface TableHeadRowProps extends HeadControls {
  readonly columns: readonly Column[];
  /** Absent where nothing can be done with chosen rows. */
  readonly selection: Selection | undefined;
  /** The rows of the page that can be chosen. */
  readonly selectable: readonly Row[];
  /** Whether rows can be unfolded. */
  readonly unfolds: boolean;
  /** Whether rows have actions. */
  readonly acts: boolean;
  readonly onMenu: OpenMenu;
}

/** The head of a table: the box that chooses the page, and the heads of its columns. */
export function TableHeadRow(props: TableHeadRowProps) {
  const { t } = useTranslation(["list", "common"]);
  const { columns, selection, selectable, unfolds, acts, onMenu } = props;
  const chosenHere = selectable.filter((row) => selection?.keys.has(rowKey(row)) === true).length;
  return (
    <tr>
      {selection === undefined ? null : (
        <th scope="col" className="cell-select">
          <input
            type="checkbox"
            aria-label={t("selection.page")}
            checked={selectable.length > 0 && chosenHere === selectable.length}
            ref={(box) => {
              if (box !== null) box.indeterminate = chosenHere > 0 && chosenHere < selectable.length;
            }}
            onChange={(event) => selection.select(selectable, event.target.checked)}
          />
        </th>
      )}
      {!unfolds ? null : <th scope="col" className="cell-unfold" aria-label={t("row.details")} />}
      {columns.map((column) => (
        <HeaderCell key={column.name} {...props} column={column} onMenu={onMenu} />
      ))}
      {!acts ? null : (
        <th scope="col" className="cell-actions">
          {t("common:actions")}
        </th>
      )}
    </tr>
  );
}
