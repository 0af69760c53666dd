import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldMap } from "../metadata/types.ts";
import { cellText } from "./cell-text.ts";
import type { FileColumn } from "./import-api.ts";
import { ImportBar } from "./import-bar.tsx";
import type { ImportCounts, ImportRow } from "./import-task.ts";
import { PreviewRow } from "./preview-row.tsx";
import { useImportPages } from "./use-import-pages.ts";

/** Rows looked at for the width of a column. */
const MEASURED = 500;

/** Width of a column in pixels: ten a character of its longest value, from 100 to 180. */
function columnWidth(rows: readonly ImportRow[], [, field]: FileColumn): number {
  const longest = rows
    .slice(0, MEASURED)
    .reduce((most, { values }) => Math.max(most, cellText(values[field]).length), 0);
  return Math.min(180, Math.max(100, longest * 10));
}

interface PreviewGridProps {
  readonly columns: readonly FileColumn[];
  readonly fields: FieldMap;
  readonly rows: readonly ImportRow[];
  readonly counts: ImportCounts;
  /** Row under way, which the pages follow until somebody turns them; undefined while nothing runs. */
  readonly at: number | undefined;
  readonly onEdit: (index: number, field: string, value: unknown) => void;
}

/** The rows of a file, ten a page, with their state and cells that can be corrected. */
export function PreviewGrid({ columns, fields, rows, counts, at, onEdit }: PreviewGridProps) {
  const { t } = useTranslation(["transfer", "list"]);
  const view = useImportPages(rows, at);
  const [firstRows] = useState(rows);
  const widths = useMemo(() => columns.map((column) => columnWidth(firstRows, column)), [columns, firstRows]);
  const edit = (index: number, field: string, value: unknown) => {
    view.keep(index);
    onEdit(index, field, value);
  };
  const latestEdit = useRef(edit);
  useEffect(() => {
    latestEdit.current = edit;
  });
  const onRowEdit = useCallback<typeof edit>((...given) => latestEdit.current(...given), []);
  return (
    <>
      <ImportBar counts={counts} view={view} />
      <div className="import-grid">
        <table aria-label={t("import.rows")}>
          <colgroup>
            <col className="import-col-row" />
            <col className="import-col-status" />
            {columns.map(([, field], index) => (
              <col key={field} width={widths[index]} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{t("import.row")}</th>
              <th scope="col">{t("import.status")}</th>
              {columns.map(([title, field]) => (
                <th key={field} scope="col" title={title}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.visible.map((row) => (
              <PreviewRow key={row.index} row={row} columns={columns} fields={fields} onEdit={onRowEdit} />
            ))}
          </tbody>
        </table>
        {view.visible.length === 0 ? <p className="import-none">{t("import.noneOfThese")}</p> : null}
      </div>
    </>
  );
}
