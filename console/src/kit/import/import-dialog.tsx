import { Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Metadata } from "../metadata/types.ts";
import { ChooseFile } from "./choose-file.tsx";
import type { ImportMode, ReadFile } from "./import-api.ts";
import { importFields, takesMany } from "./import-plan.ts";
import { ImportPreview } from "./import-preview.tsx";
import "../transfer/transfer.css";

interface ImportDialogProps {
  /** What the rows are called together. */
  readonly name: string;
  /** List URL rows are sent to. */
  readonly url: string;
  readonly metadata: Metadata | undefined;
  /** Modes that can be chosen; at least one. */
  readonly modes: readonly ImportMode[];
  /** Said in the first step. */
  readonly hint: string | undefined;
  /** Keys of the selected rows. */
  readonly selected: readonly (string | number)[];
  /** Called when the dialog is to go; `changed` when rows may have been written. */
  readonly onClose: (changed: boolean) => void;
}

interface Chosen {
  readonly mode: ImportMode;
  readonly file: ReadFile;
  readonly fileName: string;
}

/**
 * Imports rows from a file: chooses mode and file, shows the rows, sends them (docs/contract/console.md, "Import").
 * Only its buttons close it, so that no stray click ends an import.
 */
export default function ImportDialog(props: ImportDialogProps) {
  const { name, url, modes, onClose } = props;
  const { t } = useTranslation("transfer");
  const [chosen, setChosen] = useState<Chosen>();
  const [mode, setMode] = useState<ImportMode>(modes[0] ?? "create");
  const [sent, setSent] = useState(false);
  // As they were when it was opened: the list may change behind the dialog.
  const [{ metadata, selected }] = useState(props);
  const title = [t("import.title", { name }), ...(chosen === undefined ? [] : [t(`import.${chosen.mode}`)])];
  return (
    <Modal
      open
      title={title.join(" · ")}
      className="transfer-dialog import-dialog"
      width=""
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
    >
      {chosen === undefined ? (
        <ChooseFile
          url={url}
          modes={modes}
          mode={mode}
          onMode={setMode}
          selected={selected}
          hint={props.hint}
          onRead={(file, fileName) => setChosen({ mode, file, fileName })}
          onCancel={() => onClose(sent)}
        />
      ) : (
        <ImportPreview
          url={url}
          mode={chosen.mode}
          takesMany={takesMany(metadata)}
          file={chosen.file}
          fileName={chosen.fileName}
          fields={importFields(chosen.mode, metadata)}
          onStarted={() => setSent(true)}
          onBack={() => setChosen(undefined)}
          onFinished={() => onClose(true)}
        />
      )}
    </Modal>
  );
}
