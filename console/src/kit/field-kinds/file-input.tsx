import { useFormTexts } from "../form/use-form-texts.ts";
import { FileButton } from "../widgets/file-button.tsx";
import { controlProps, nameOf } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";

/** A file to send. Its value is the file; a stored one is shown by name. */
export default function FileInput(props: FieldInputProps) {
  const { value, onChange } = props;
  const { t } = useFormTexts();
  const name =
    value instanceof File ? value.name : typeof value === "string" ? (value.split("/").at(-1) ?? "") : "";
  return (
    <span className="key-upload">
      <FileButton
        {...controlProps(props)}
        label={nameOf(props)}
        text={t(name === "" ? "upload.choose" : "upload.replace")}
        onFile={(file) => onChange?.(file)}
      />
      {name}
    </span>
  );
}
