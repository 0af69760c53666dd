import { CloseOutlined } from "@ant-design/icons";
import { Button, Input } from "antd";
import { useState } from "react";
import { controlProps, nameOf } from "../field-kinds/control.ts";
import type { FieldInputProps } from "../field-kinds/field-kind.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import { FileButton } from "./file-button.tsx";
import { type FileProblem, readTextFile } from "./read-file.ts";
import "./widgets.css";

/** A secret of several lines: typed, pasted, or read from a file. The last wins; taking the file back clears it. */
export function SecretUpload(props: FieldInputProps) {
  const { value, onChange, editing } = props;
  const { t } = useFormTexts();
  const [file, setFile] = useState<string>();
  const [problem, setProblem] = useState<FileProblem>();
  const [open, setOpen] = useState(!editing);
  const text = typeof value === "string" ? value : "";
  if (!open) {
    return (
      <span className="key-upload">
        <Button {...controlProps(props)} onClick={() => setOpen(true)}>
          {t("secret.update")}
        </Button>
        <span className="hint">{t("secret.stored")}</span>
      </span>
    );
  }
  const read = async (chosen: File) => {
    const result = await readTextFile(chosen);
    setProblem("problem" in result ? result.problem : undefined);
    if ("problem" in result) return;
    setFile(chosen.name);
    onChange?.(result.text);
  };
  return (
    <div className="secret-upload">
      <Input.TextArea
        {...controlProps(props)}
        className="code"
        rows={4}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setFile(undefined);
          onChange?.(event.target.value);
        }}
      />
      <span className="key-upload">
        <FileButton
          label={nameOf(props)}
          disabled={props.disabled}
          text={t("kit:form.chooseFile")}
          onFile={(chosen) => void read(chosen)}
        />
        {file === undefined ? null : (
          <>
            {file}
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t("upload.remove", { name: file })}
              onClick={() => {
                setFile(undefined);
                onChange?.("");
              }}
            />
          </>
        )}
        {editing ? (
          <Button
            type="link"
            size="small"
            onClick={() => {
              setFile(undefined);
              onChange?.(undefined);
              setOpen(false);
            }}
          >
            {t("secret.keep")}
          </Button>
        ) : null}
      </span>
      {problem === undefined ? null : (
        <div className="input-problem" role="alert">
          {t(`upload.${problem}`)}
        </div>
      )}
    </div>
  );
}
