import { EditOutlined } from "@ant-design/icons";
import { Input } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toastFailure } from "../feedback.ts";
import { useInPlace } from "../use-in-place.ts";
import "../list/formatters/formatters.css";

interface EditableInputProps {
  /** What the value is called. */
  readonly label: string;
  /** A text, or any other value, which is then written as JSON. */
  readonly value: unknown;
  readonly disabled?: boolean;
  /** Keeps the new value; the input stays while it is on its way, and when it is refused. */
  readonly onSave: (value: unknown) => Promise<unknown>;
}

/** The new value of what was typed; undefined when it is no JSON where JSON is wanted. */
function parse(text: string, before: unknown): { readonly value: unknown } | undefined {
  if (typeof before === "string" || before === null || before === undefined) return { value: text.trim() };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** A value that is text until it is chosen, then an input: Enter or leaving it saves, Escape takes it back. */
export function EditableInput({ label, value, disabled = false, onSave }: EditableInputProps) {
  const { t } = useTranslation(["kit", "list"]);
  const { editing, button, begin, end } = useInPlace();
  const [busy, setBusy] = useState(false);
  const [broken, setBroken] = useState(false);
  const settled = useRef(false);
  const text = typeof value === "string" ? value : value == null ? "" : JSON.stringify(value);
  const close = (keyboard: boolean) => {
    settled.current = true;
    setBroken(false);
    end(keyboard);
  };
  const save = async (typed: string, keyboard: boolean) => {
    if (busy || settled.current) return;
    const next = parse(typed, value);
    if (next === undefined) return setBroken(true);
    if (typed.trim() === text) return close(keyboard);
    setBusy(true);
    try {
      await onSave(next.value);
      close(keyboard);
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  if (!editing) {
    return (
      <button
        ref={button}
        type="button"
        className="editable-value"
        disabled={disabled}
        aria-label={t("list:editable.edit", { label, text: text === "" ? "-" : text })}
        onClick={() => {
          settled.current = false;
          begin();
        }}
      >
        {text === "" ? "-" : text}
        {disabled ? null : <EditOutlined aria-hidden />}
      </button>
    );
  }
  return (
    <>
      <Input
        autoFocus
        size="small"
        aria-label={label}
        aria-invalid={broken}
        status={broken ? "error" : ""}
        disabled={busy}
        defaultValue={text}
        onChange={() => setBroken(false)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={(event) => void save(event.currentTarget.value, false)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") void save(event.currentTarget.value, true);
          if (event.key === "Escape") {
            event.stopPropagation();
            close(true);
          }
        }}
      />
      {broken ? (
        <span className="input-problem" role="alert">
          {t("form.json")}
        </span>
      ) : null}
    </>
  );
}
