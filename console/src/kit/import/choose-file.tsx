import { Alert, Button, Radio } from "antd";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText } from "../feedback.ts";
import { useSession } from "../session.ts";
import { FileDrop } from "../widgets/file-drop.tsx";
import { FileUnreadable, type ImportMode, type ReadFile, readFile, shownColumns } from "./import-api.ts";
import { TemplateButtons } from "./template-buttons.tsx";

/** Size of a file when the installation names no limit, in MiB. */
const USUAL_LIMIT = 10;

interface ChooseFileProps {
  /** List URL of the resource. */
  readonly url: string;
  readonly modes: readonly ImportMode[];
  readonly mode: ImportMode;
  readonly onMode: (mode: ImportMode) => void;
  /** Keys of the selected rows, which the template for changes then holds. */
  readonly selected: readonly (string | number)[];
  readonly hint: string | undefined;
  readonly onRead: (file: ReadFile, name: string) => void;
  readonly onCancel: () => void;
}

/** What is wrong with a choice of files before anything is sent. */
type Refusal = "tooLarge" | "wrongType" | "oneFile";

function refusalOf(files: readonly File[], limit: number): Refusal | undefined {
  const [file] = files;
  if (file === undefined || files.length > 1) return "oneFile";
  if (!/\.(csv|xlsx)$/i.test(file.name)) return "wrongType";
  return file.size >= limit * 1_048_576 ? "tooLarge" : undefined;
}

/** The first step of an import: mode, templates and the file, which the server reads at once. */
export function ChooseFile(props: ChooseFileProps) {
  const { url, modes, mode, onMode, selected, hint, onRead, onCancel } = props;
  const { t } = useTranslation(["transfer", "common"]);
  const { settings } = useSession();
  const limit = Number(settings.FILE_IMPORT_LIMIT_MB) || USUAL_LIMIT;
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const [reading, setReading] = useState<string>();
  const [problem, setProblem] = useState<{ readonly text: string; readonly size: boolean }>();

  const choose = async (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined || reading !== undefined) return;
    const refusal = refusalOf(files, limit);
    if (refusal !== undefined) {
      setProblem({ text: t(`import.${refusal}`, { name: file.name }), size: refusal === "tooLarge" });
      return;
    }
    setProblem(undefined);
    setReading(file.name);
    try {
      const read = await readFile(url, file);
      if (!shown.current) return;
      if (shownColumns(read).length > 0) return onRead(read, file.name);
      setProblem({ text: t("import.noColumns"), size: false });
    } catch (error) {
      const text =
        error instanceof FileUnreadable ? t("import.unreadable", { name: file.name }) : failureText(error);
      setProblem({ text, size: false });
    } finally {
      setReading(undefined);
    }
  };
  return (
    <>
      {modes.length > 1 ? (
        <fieldset className="transfer-choice">
          <legend>{t("import.mode")}</legend>
          <Radio.Group
            value={mode}
            disabled={reading !== undefined}
            onChange={(event) => onMode(event.target.value as ImportMode)}
            options={modes.map((value) => ({ value, label: t(`import.${value}`) }))}
          />
        </fieldset>
      ) : null}
      <p className="hint">{t(`import.${mode}Hint`)}</p>
      {hint === undefined ? null : <p className="hint">{hint}</p>}
      <TemplateButtons url={url} mode={mode} selected={selected} />
      <FileDrop
        accept=".csv,.xlsx"
        busy={reading !== undefined}
        hint={
          <span className={problem?.size === true ? "transfer-bad" : ""}>
            {t("import.limit", { size: limit })}
          </span>
        }
        onFiles={(files) => void choose(files)}
      >
        <strong>{t("import.choose")}</strong> {t("import.drop")}
      </FileDrop>
      <div role="status">
        {reading === undefined ? null : <p>{t("import.reading", { name: reading })}</p>}
      </div>
      {problem === undefined ? null : <Alert type="error" showIcon title={problem.text} role="alert" />}
      <div className="transfer-buttons">
        <Button onClick={onCancel}>{t("common:cancel")}</Button>
      </div>
    </>
  );
}
