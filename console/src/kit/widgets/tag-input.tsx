import { CloseOutlined, EyeInvisibleOutlined, EyeOutlined } from "@ant-design/icons";
import { AutoComplete, Button, Tag } from "antd";
import { useRef, useState } from "react";
import type { ControlState } from "../field-kinds/field-kind.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import { omitUndefined } from "../omit-undefined.ts";
import "./widgets.css";

interface TagInputProps extends ControlState {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (tags: string[]) => void;
  /** Offered while typing; anything else can be entered too. */
  readonly suggestions?: readonly string[];
  /** What is wrong with a tag; such a tag is marked and says so. */
  readonly problem?: (tag: string) => string | undefined;
  /** Tags that match are masked until the person asks to see them. */
  readonly masked?: RegExp;
  readonly placeholder?: string;
}

/** Where several tags are pasted or typed at once. */
const SEPARATORS = /[,;\n，；、]+/;

/** Joins tags and what was typed, without duplicates or empty ones. */
export function addTags(tags: readonly string[], typed: string): string[] {
  const added = typed
    .split(SEPARATORS)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  return [...new Set([...tags, ...added])];
}

/** Texts as tags: Enter, a comma or leaving adds, a click edits, Backspace takes the last one back. */
export function TagInput(props: TagInputProps) {
  const { label, value, onChange, suggestions, problem, masked, placeholder } = props;
  const { t } = useFormTexts();
  const [typed, setTyped] = useState("");
  const [shown, setShown] = useState(false);
  const input = useRef<HTMLSpanElement>(null);
  const disabled = props.disabled === true;
  const add = (text: string) => {
    setTyped("");
    const next = addTags(value, text);
    if (next.length !== value.length) onChange(next);
  };
  const edit = (tag: string) => {
    onChange(value.filter((other) => other !== tag));
    setTyped(tag);
    input.current?.querySelector("input")?.focus();
  };
  const secret = masked !== undefined && value.some((tag) => masked.test(tag));
  return (
    <span className={disabled ? "tag-input is-disabled" : "tag-input"} ref={input}>
      {value.map((tag) => {
        const wrong = problem?.(tag);
        const text = masked?.test(tag) === true && !shown ? "••••••" : tag;
        return (
          <Tag
            key={tag}
            closable={!disabled}
            color={wrong === undefined ? "default" : "error"}
            {...omitUndefined({ title: wrong })}
            closeIcon={<CloseOutlined role="img" aria-label={t("tags.remove", { tag: text })} />}
            onClose={(event) => {
              event.preventDefault();
              onChange(value.filter((other) => other !== tag));
            }}
          >
            <button
              type="button"
              className="tag-text"
              disabled={disabled}
              title={wrong ?? t("tags.edit")}
              onClick={() => edit(tag)}
            >
              {text}
            </button>
          </Tag>
        );
      })}
      <AutoComplete
        {...omitUndefined({
          id: props.id,
          "aria-describedby": props["aria-describedby"],
        })}
        aria-label={label}
        className="tag-typed"
        variant="borderless"
        disabled={disabled}
        value={typed}
        placeholder={value.length === 0 ? (placeholder ?? t("kit:form.tagHint")) : ""}
        options={(suggestions ?? [])
          .filter((tag) => !value.includes(tag) && tag.toLowerCase().includes(typed.toLowerCase()))
          .slice(0, 50)
          .map((tag) => ({ value: tag }))}
        onChange={(text: string) => (SEPARATORS.test(text ?? "") ? add(text) : setTyped(text ?? ""))}
        onSelect={(tag: string) => add(tag)}
        onBlur={() => {
          add(typed);
          props.onBlur?.();
        }}
        onInputKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter" && typed.trim() !== "") {
            event.preventDefault();
            add(typed);
          }
          const last = value.at(-1);
          if (event.key === "Backspace" && typed === "" && last !== undefined && !disabled) {
            event.preventDefault();
            edit(last);
          }
        }}
      />
      {secret ? (
        <Button
          type="text"
          size="small"
          aria-label={t(shown ? "tags.hide" : "tags.show")}
          icon={shown ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
          onClick={() => setShown(!shown)}
        />
      ) : null}
    </span>
  );
}
