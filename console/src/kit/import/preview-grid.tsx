import { CheckCircleFilled, ClockCircleOutlined, CloseCircleFilled, SyncOutlined } from "@ant-design/icons";
import { Button, Radio } from "antd";
import { Fragment, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldMap } from "../metadata/types.ts";
import { cellText } from "./cell-text.ts";
import { EditableCell } from "./editable-cell.tsx";
import type { FileColumn } from "./import-api.ts";
import { IMPORT_PAGE, type ImportCounts, type ImportRow, type RowStatus } from "./import-task.ts";

/** Which rows are shown. */
type Shown = "total" | "ok" | "error" | "pending";

const ICONS: Readonly<Record<RowStatus, typeof CheckCircleFilled>> = {
  pending: ClockCircleOutlined,
  sending: SyncOutlined,
  ok: CheckCircleFilled,
  error: CloseCircleFilled,
};

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
  const [shown, setShown] = useState<Shown>("total");
  const [turnedTo, setTurnedTo] = useState<number | undefined>(0);
  // Corrected rows stay in sight although they are no longer refused.
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
  const running = at !== undefined;
  const wasRunning = useRef(false);
  useEffect(() => {
    if (running && !wasRunning.current) {
      setTurnedTo(undefined);
      setKept(new Set());
    }
    if (!running && wasRunning.current)
      setTurnedTo((page) => page ?? Math.floor((lastAt.current ?? 0) / IMPORT_PAGE));
    wasRunning.current = running;
  }, [running]);
  const lastAt = useRef(at);
  if (at !== undefined) lastAt.current = at;

  const [firstRows] = useState(rows);
  const widths = useMemo(() => columns.map((column) => columnWidth(firstRows, column)), [columns, firstRows]);
  const matching =
    shown === "total"
      ? rows
      : rows.filter(
          ({ index, status }) =>
            kept.has(index) ||
            (shown === "pending" ? status === "pending" || status === "sending" : status === shown),
        );
  const pages = Math.max(1, Math.ceil(matching.length / IMPORT_PAGE));
  const followed = shown === "total" && at !== undefined ? Math.floor(at / IMPORT_PAGE) : 0;
  const page = Math.min(turnedTo ?? followed, pages - 1);
  const visible = matching.slice(page * IMPORT_PAGE, (page + 1) * IMPORT_PAGE);
  const edit = (index: number, field: string, value: unknown) => {
    if (shown !== "total") setKept((before) => new Set(before).add(index));
    onEdit(index, field, value);
  };
  return (
    <>
      <div className="import-bar">
        <Radio.Group
          aria-label={t("import.show")}
          optionType="button"
          value={shown}
          onChange={(event) => {
            setShown(event.target.value as Shown);
            setKept(new Set());
            setTurnedTo(0);
          }}
          options={(["total", "ok", "error", "pending"] as const).map((value) => ({
            value,
            label: `${t(`import.${value}`)} ${counts[value]}`,
          }))}
        />
        <span className="import-pager">
          <Button
            disabled={page === 0}
            onClick={() => setTurnedTo(page - 1)}
            aria-label={t("list:pager.previous")}
          >
            ‹
          </Button>
          <span className="numeric">{t("import.page", { page: page + 1, pages })}</span>
          <Button
            disabled={page >= pages - 1}
            onClick={() => setTurnedTo(page + 1)}
            aria-label={t("list:pager.next")}
          >
            ›
          </Button>
        </span>
      </div>
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
            {visible.map((row) => {
              const Icon = ICONS[row.status];
              return (
                <Fragment key={row.index}>
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
                          onEdit={(value) => edit(row.index, field, value)}
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
                </Fragment>
              );
            })}
          </tbody>
        </table>
        {matching.length === 0 ? <p className="import-none">{t("import.noneOfThese")}</p> : null}
      </div>
    </>
  );
}
