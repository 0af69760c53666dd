import {
  CopyOutlined,
  DownloadOutlined,
  EditOutlined,
  EyeInvisibleOutlined,
  EyeOutlined,
} from "@ant-design/icons";
import { type ReactNode, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBriefSight } from "../../confirm/use-brief-sight.ts";
import { toastFailure } from "../../feedback.ts";
import { saveFile } from "../../transfer/download.ts";
import { useCopy } from "../../use-copy.ts";
import "./formatters.css";

interface ShowKeyCopyProps {
  /** What the value is called: in the names of the buttons, and of the file. */
  readonly name: string;
  /** The value, or what reads it when asked for; nothing read means that the person did not confirm. */
  readonly value: string | (() => Promise<string | undefined>);
  /** Offers the value as a file `<name>.txt`. */
  readonly download?: boolean;
  /** Offers to change the value. */
  readonly onEdit?: () => void;
}

/** Stands for a value of any length. */
const MASK = "******";

function Tool(props: { readonly icon: ReactNode; readonly name: string; readonly onClick: () => void }) {
  return (
    <button
      type="button"
      className="value-tool"
      title={props.name}
      aria-label={props.name}
      onClick={props.onClick}
    >
      {props.icon}
    </button>
  );
}

/**
 * A value that is masked until it is asked for, and again soon after; it can be copied and saved without being shown.
 */
export function ShowKeyCopy({ name, value, download = false, onEdit }: ShowKeyCopyProps) {
  const { t } = useTranslation(["list", "common"]);
  const copy = useCopy();
  const [shown, setShown] = useState<string>();
  const hide = useCallback(() => setShown(undefined), []);
  useBriefSight(shown !== undefined, hide);
  const withValue = async (use: (text: string) => unknown) => {
    try {
      const text = shown ?? (typeof value === "string" ? value : await value());
      if (text !== undefined) await use(text);
    } catch (error) {
      toastFailure(error);
    }
  };
  const isShown = shown !== undefined;
  return (
    <span className="masked-value">
      <span className="masked-text code">{isShown ? shown : MASK}</span>
      {onEdit === undefined ? null : (
        <Tool icon={<EditOutlined aria-hidden />} name={t("masked.edit", { name })} onClick={onEdit} />
      )}
      <Tool
        icon={isShown ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
        name={t(isShown ? "masked.hide" : "masked.show", { name })}
        onClick={() => (isShown ? hide() : void withValue(setShown))}
      />
      {download ? (
        <Tool
          icon={<DownloadOutlined aria-hidden />}
          name={t("masked.download", { name })}
          onClick={() =>
            void withValue((text) => saveFile(`${name}.txt`, new Blob([text], { type: "text/plain" })))
          }
        />
      ) : null}
      <Tool
        icon={<CopyOutlined aria-hidden />}
        name={t("masked.copy", { name })}
        onClick={() => void withValue(copy)}
      />
    </span>
  );
}
