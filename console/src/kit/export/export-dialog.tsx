import { Alert, Button, Modal, Radio } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Query } from "../api/client.ts";
import { cacheSelection } from "../api/resources.ts";
import { confirmed } from "../confirm/confirmation.ts";
import { failureText, toast } from "../feedback.ts";
import { omitUndefined } from "../omit-undefined.ts";
import { type DownloadedFile, fetchFile, saveFile } from "../transfer/download.ts";
import { type FileFormat, FORMAT_NAMES, formatBytes } from "../transfer/file-format.ts";
import { type ExportPlan, type ExportRange, exportQuery, exportRanges } from "./export-plan.ts";
import "../transfer/transfer.css";

/** What is exported: a list as it was when the dialog was opened. */
export interface ExportedList {
  readonly url: string;
  /** Filters, search, dates, order and fixed query. */
  readonly query: Query;
  readonly filtered: boolean;
  /** Keys of the selected rows. */
  readonly keys: readonly (string | number)[];
  /** How many rows match, once that is known. */
  readonly count: number | undefined;
  /** Whether a range of dates counts. */
  readonly dated: boolean;
}

interface ExportDialogProps {
  /** What the rows are called together. */
  readonly name: string;
  readonly plan: ExportPlan;
  readonly list: ExportedList;
  readonly onClose: () => void;
}

/** Chooses format and range, receives the file and hands it over (docs/contract/console.md, "Export"). */
export default function ExportDialog({ name, plan, list, onClose }: ExportDialogProps) {
  const { t } = useTranslation(["transfer", "common"]);
  // The list may change behind the dialog; what was asked for stays.
  const [source] = useState(list);
  const ranges = exportRanges({ ...source, selected: source.keys.length }, plan.without);
  const [range, setRange] = useState(ranges[0]);
  const [format, setFormat] = useState<FileFormat>("csv");
  const [received, setReceived] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [note, setNote] = useState<string>();
  const run = useRef<AbortController>(undefined);
  useEffect(() => () => run.current?.abort(), []);
  const busy = received !== undefined;

  const fetchChosen = async (signal: AbortSignal): Promise<DownloadedFile> => {
    const spm = range === "selected" ? await cacheSelection(source.keys) : undefined;
    return fetchFile(plan.url ?? source.url, `export.${format}`, {
      query: exportQuery(source.query, format, spm),
      signal,
      onProgress: setReceived,
    });
  };
  const start = async () => {
    if (busy || range === undefined) return;
    const controller = new AbortController();
    run.current = controller;
    setProblem(undefined);
    setNote(undefined);
    setReceived(0);
    try {
      const file = await confirmed(() => fetchChosen(controller.signal));
      if (file === undefined) return;
      // A text instead of rows says why there are none, for example that a file password has to be set first.
      if (file.type === "text/plain") return setNote(await file.content.text());
      saveFile(file.name, file.content);
      toast("success", t("export.done", { name: file.name, size: formatBytes(file.content.size) }));
      onClose();
    } catch (error) {
      if (!controller.signal.aborted) setProblem(failureText(error));
    } finally {
      setReceived(undefined);
    }
  };
  const counted = (bare: "all" | "filtered") =>
    source.count === undefined || source.filtered !== (bare === "filtered")
      ? t(`export.${bare}`)
      : t(`export.${bare}Count`, { count: source.count });
  const labels: Readonly<Record<ExportRange, string>> = {
    all: counted("all"),
    selected: t("export.selected", { count: source.keys.length }),
    filtered: counted("filtered"),
  };
  return (
    <Modal
      open
      title={t("export.title", { name })}
      className="transfer-dialog export-dialog"
      width=""
      onCancel={onClose}
      mask={{ closable: !busy }}
      footer={
        <>
          <Button onClick={onClose}>{t("common:cancel")}</Button>
          {busy ? (
            <Button onClick={() => run.current?.abort()}>{t("export.stop")}</Button>
          ) : (
            <Button type="primary" autoFocus disabled={range === undefined} onClick={() => void start()}>
              {t("export.start")}
            </Button>
          )}
        </>
      }
    >
      <fieldset className="transfer-choice" disabled={busy}>
        <legend>{t("format")}</legend>
        <Radio.Group
          value={format}
          disabled={busy}
          onChange={(event) => setFormat(event.target.value as FileFormat)}
          options={(["csv", "xlsx"] as const).map((value) => ({ value, label: FORMAT_NAMES[value] }))}
        />
      </fieldset>
      <fieldset className="transfer-choice">
        <legend>{t("export.range")}</legend>
        <Radio.Group
          {...omitUndefined({ value: range })}
          disabled={busy}
          onChange={(event) => setRange(event.target.value as ExportRange)}
          options={(["all", "selected", "filtered"] as const).map((value) => ({
            value,
            label: labels[value],
            disabled: !ranges.includes(value),
          }))}
        />
      </fieldset>
      {plan.hint === undefined ? null : <p className="hint">{plan.hint}</p>}
      {source.dated && range !== "selected" ? <p className="hint">{t("export.dates")}</p> : null}
      {source.count === 0 && range !== "selected" ? <p className="hint">{t("export.empty")}</p> : null}
      <div role="status">
        {busy ? <p>{t("export.running", { size: formatBytes(received) })}</p> : null}
        {note === undefined ? null : <Alert type="warning" showIcon title={note} />}
      </div>
      {problem === undefined ? null : <Alert type="error" showIcon title={problem} role="alert" />}
    </Modal>
  );
}
