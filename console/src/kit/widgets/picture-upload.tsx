import { CloseOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useEffect, useMemo, useState } from "react";
import { controlProps, nameOf } from "../field-kinds/control.ts";
import type { FieldInputProps } from "../field-kinds/field-kind.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import { FileButton } from "./file-button.tsx";
import "./widgets.css";

interface PictureUploadProps extends FieldInputProps {
  /** What size or kind of picture is wanted. */
  readonly tip?: string;
  readonly accept?: string;
}

/** Pictures may not be larger than this, in bytes. */
const LIMIT = 5 * 1024 * 1024;

/** A picture: the stored one, or the one just chosen, and a way to choose another. Its value is the file. */
export function PictureUpload(props: PictureUploadProps) {
  const { value, onChange, tip, accept = "image/*" } = props;
  const { t } = useFormTexts();
  const [tooLarge, setTooLarge] = useState(false);
  const [stored] = useState(typeof value === "string" ? value : "");
  const chosen = value instanceof File ? value : undefined;
  const preview = useMemo(() => (chosen === undefined ? undefined : URL.createObjectURL(chosen)), [chosen]);
  useEffect(
    () => () => {
      if (preview !== undefined) URL.revokeObjectURL(preview);
    },
    [preview],
  );
  const shown = preview ?? stored;
  return (
    <div className="picture-upload">
      {shown === "" ? null : <img src={shown} alt={t("upload.preview", { name: nameOf(props) })} />}
      <span className="key-upload">
        <FileButton
          {...controlProps(props)}
          label={nameOf(props)}
          accept={accept}
          text={t(shown === "" ? "upload.choosePicture" : "upload.replace")}
          onFile={(file) => {
            const fits = file.size <= LIMIT && file.type.startsWith("image/");
            setTooLarge(!fits);
            if (fits) onChange?.(file);
          }}
        />
        {chosen === undefined ? null : (
          <>
            {chosen.name}
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t("upload.remove", { name: chosen.name })}
              onClick={() => onChange?.(stored === "" ? undefined : stored)}
            />
          </>
        )}
      </span>
      {tip === undefined ? null : <span className="hint">{tip}</span>}
      {tooLarge ? (
        <div className="input-problem" role="alert">
          {t("upload.pictureProblem")}
        </div>
      ) : null}
    </div>
  );
}
