import { Alert, Button, Progress } from "antd";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../dialogs.tsx";
import { useLeaveGuard } from "../form/use-leave-guard.ts";
import { listed } from "../metadata/labelled.ts";
import type { FieldMap } from "../metadata/types.ts";
import { saveFile } from "../transfer/download.ts";
import { fileCell } from "./cell-text.ts";
import { csvText } from "./csv.ts";
import {
  type FileColumn,
  type ImportMode,
  type ReadFile,
  rowSender,
  shownColumns,
  unknownTitles,
} from "./import-api.ts";
import { ImportResult } from "./import-result.tsx";
import { countRows, type ImportRow, ImportTask } from "./import-task.ts";
import { manySender } from "./many-sender.ts";
import { PreviewGrid } from "./preview-grid.tsx";

interface ImportPreviewProps {
  /** List URL of the resource. */
  readonly url: string;
  readonly mode: ImportMode;
  readonly file: ReadFile;
  readonly fileName: string;
  /** Metadata of the fields that are written. */
  readonly fields: FieldMap;
  /** Whether the server takes arrays of rows. */
  readonly takesMany: boolean;
  /** Called when the first row is about to be sent. */
  readonly onStarted: () => void;
  readonly onBack: () => void;
  readonly onFinished: () => void;
}

/** The refused rows as a file that can be corrected and imported again, each with its reasons. */
function failuresCsv(rows: readonly ImportRow[], columns: readonly FileColumn[], reason: string): string {
  const failed = rows.filter(({ status }) => status === "error");
  return csvText([
    [...columns.map(([title]) => title), reason],
    ...failed.map(({ values, reasons }) => [
      ...columns.map(([, field]) => fileCell(field, values[field])),
      reasons.join("; "),
    ]),
  ]);
}

/** The second step of an import: the rows, corrections, and their way to the server. */
export function ImportPreview(props: ImportPreviewProps) {
  const { url, mode, takesMany, file, fileName, fields, onStarted, onBack, onFinished } = props;
  const { t } = useTranslation(["transfer", "common"]);
  const columns = useMemo(() => shownColumns(file), [file]);
  const missingId = t("import.missingId");
  const [task] = useState(() => {
    const options = { url, mode, columns, fields, missingId };
    const unanswered = new Map<number, string>();
    return new ImportTask({
      rows: file.data,
      send: rowSender(options, unanswered),
      ...(takesMany ? { sendMany: manySender(options, unanswered) } : {}),
    });
  });
  useEffect(() => () => task.stop(), [task]);
  const state = useSyncExternalStore(task.subscribe, () => task.state);
  const { status, rows, at } = state;
  const counts = countRows(rows);
  const left = counts.total - counts.ok;
  const unknown = unknownTitles(file);
  const finished = status === "done" && counts.error === 0;
  const running = status === "started";
  const leaveTexts = {
    title: t("import.leaveTitle"),
    body: t("import.leaveBody", { count: left }),
    leave: t("import.leave"),
  };
  useLeaveGuard(() => task.state.status !== "pending" && countRows(task.state.rows).ok < rows.length, {
    texts: leaveTexts,
  });

  const leave = (go: () => void) => () => {
    if (status === "pending" || finished) return go();
    confirm({
      title: leaveTexts.title,
      content: leaveTexts.body,
      confirmText: leaveTexts.leave,
      danger: true,
      onConfirm: () => {
        task.stop();
        go();
      },
    });
  };
  const go = () => {
    if (finished) return onFinished();
    if (running) return task.stop();
    onStarted();
    void task.start();
  };
  const saveFailures = () => {
    const content = new Blob([failuresCsv(rows, columns, t("import.reason"))], { type: "text/csv" });
    saveFile(`${fileName.replace(/\.\w+$/, "")}-refused.csv`, content);
  };
  const label = finished ? "finished" : running ? "stop" : status === "pending" ? "start" : "continue";
  const done = counts.ok + counts.error;
  return (
    <div className="import-preview">
      {unknown.length === 0 ? null : (
        <Alert
          type="warning"
          showIcon
          title={t("import.unknown", { count: unknown.length, titles: listed(unknown) })}
        />
      )}
      <Progress
        percent={Math.floor((done / counts.total) * 100)}
        aria-label={t("import.progress", { done, total: counts.total })}
        {...(counts.error > 0 ? { status: "exception" as const } : {})}
      />
      <PreviewGrid
        columns={columns}
        fields={fields}
        rows={rows}
        counts={counts}
        at={running ? at : undefined}
        onEdit={(index, field, value) => task.edit(index, field, value)}
      />
      <ImportResult state={state} counts={counts} finished={finished} onSaveFailures={saveFailures} />
      <div className="transfer-buttons">
        {finished ? null : <Button onClick={leave(onFinished)}>{t("common:cancel")}</Button>}
        <Button onClick={leave(onBack)}>{t("import.back")}</Button>
        <Button type={running ? "default" : "primary"} autoFocus onClick={go}>
          {t(`import.${label}`)}
        </Button>
      </div>
    </div>
  );
}
