import { useEffect, useState } from "react";
import { controlProps, nameOf } from "../field-kinds/control.ts";
import type { FieldInputProps } from "../field-kinds/field-kind.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import { FileButton } from "./file-button.tsx";
import { fingerprint } from "./fingerprint.ts";
import { type FileProblem, readTextFile } from "./read-file.ts";
import "./widgets.css";

interface KeyUploadProps extends FieldInputProps {
  /** Files offered, for example `.pem,.crt`. */
  readonly accept?: string;
  /** The file holds a JSON object, and the value is that object. */
  readonly json?: boolean;
  /** Fingerprint of what is stored, where the server reports it. */
  readonly storedFingerprint?: string;
}

/** A key or certificate read from a file. What was read is never shown, only its fingerprint. */
export function KeyUpload(props: KeyUploadProps) {
  const { value, onChange, accept, json = false, storedFingerprint, editing } = props;
  const { t } = useFormTexts();
  const [problem, setProblem] = useState<FileProblem>();
  const [name, setName] = useState("");
  const [mark, setMark] = useState<string>();
  const text = typeof value === "string" ? value : value ? JSON.stringify(value) : "";
  useEffect(() => {
    const current = { wanted: true };
    void fingerprint(text).then((found) => {
      if (current.wanted) setMark(found);
    });
    return () => {
      current.wanted = false;
    };
  }, [text]);
  const read = async (file: File) => {
    const result = await readTextFile(file, json);
    setProblem("problem" in result ? result.problem : undefined);
    if ("problem" in result) return;
    setName(file.name);
    onChange?.(json ? JSON.parse(result.text) : result.text);
  };
  const shownMark = text === "" ? storedFingerprint : mark;
  return (
    <div className="key-upload">
      <FileButton
        {...controlProps(props)}
        label={nameOf(props)}
        accept={accept}
        text={t(
          text !== "" || storedFingerprint !== undefined || editing ? "upload.replace" : "upload.choose",
        )}
        onFile={(file) => void read(file)}
      />
      {text === "" ? null : <span>{name}</span>}
      {shownMark === undefined ? null : (
        <span className="hint">
          {t("upload.fingerprint")} <code>{shownMark}</code>
        </span>
      )}
      {problem === undefined ? null : (
        <div className="input-problem" role="alert">
          {t(`upload.${problem}`)}
        </div>
      )}
    </div>
  );
}
