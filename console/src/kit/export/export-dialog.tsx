import { Alert, Button, Modal, Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { omitUndefined } from "../omit-undefined.ts";
import { type FileFormat, FORMAT_NAMES, formatBytes } from "../transfer/file-format.ts";
import { type ExportPlan, type ExportRange, exportRanges } from "./export-plan.ts";
import { type ExportedList, useExport } from "./use-export.ts";
import "../transfer/transfer.css";

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
  const { busy, received, problem, note, start, stop } = useExport({
    plan,
    source,
    range,
    format,
    onDone: onClose,
  });
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
            <Button onClick={stop}>{t("export.stop")}</Button>
          ) : (
            <Button type="primary" autoFocus disabled={range === undefined} onClick={start}>
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
        {received !== undefined ? <p>{t("export.running", { size: formatBytes(received) })}</p> : null}
        {note === undefined ? null : <Alert type="warning" showIcon title={note} />}
      </div>
      {problem === undefined ? null : <Alert type="error" showIcon title={problem} role="alert" />}
    </Modal>
  );
}
