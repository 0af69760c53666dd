import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Choice, FieldMetadata } from "../metadata/types.ts";
import { useInPlace } from "../use-in-place.ts";
import { cellText, isSecretField, parseCell } from "./cell-text.ts";

interface EditableCellProps {
  /** Field name. */
  readonly name: string;
  /** Title of the column. */
  readonly title: string;
  /** Number of the row, for people. */
  readonly row: number;
  readonly field: FieldMetadata | undefined;
  readonly value: unknown;
  readonly disabled: boolean;
  readonly onEdit: (value: unknown) => void;
}

/** A cell that is text until it is chosen, then an input: Enter or leaving it keeps the change, Escape does not. */
export function EditableCell({ name, title, row, field, value, disabled, onEdit }: EditableCellProps) {
  const { t } = useTranslation(["transfer", "common"]);
  const { editing, button, begin, end } = useInPlace();
  const secret = isSecretField(name);
  const choices = choicesOf(field, t("common:yes"), t("common:no"));
  const chosen = choices?.find((choice) => String(choice.value) === String(value));
  const plain = chosen?.label ?? cellText(value);
  const text = secret && plain !== "" ? "••••••" : plain;
  const close = (next: unknown, keyboard: boolean) => {
    end(keyboard);
    if (next !== value) onEdit(next);
  };
  if (!editing) {
    const spoken = secret && plain !== "" ? t("import.hiddenCell") : text || t("import.emptyCell");
    return (
      <button
        ref={button}
        type="button"
        className="import-cell"
        title={text}
        disabled={disabled}
        aria-label={t("import.editCell", { column: title, row, text: spoken })}
        onClick={begin}
      >
        {text}
      </button>
    );
  }
  const label = `${title} ${row}`;
  if (choices !== undefined) {
    return (
      <select
        // biome-ignore lint/a11y/noAutofocus: the person has just chosen this cell
        autoFocus
        className="import-input"
        aria-label={label}
        defaultValue={chosen === undefined ? "" : String(chosen.value)}
        onBlur={() => close(value, false)}
        onKeyDown={(event) => {
          if (event.key === "Escape") close(value, true);
          event.stopPropagation();
        }}
        onChange={({ target }) =>
          close(choices.find((choice) => String(choice.value) === target.value)?.value, true)
        }
      >
        <option value="">{chosen === undefined ? cellText(value) : ""}</option>
        {choices.map((choice) => (
          <option key={String(choice.value)} value={String(choice.value)}>
            {choice.label}
          </option>
        ))}
      </select>
    );
  }
  const read = (input: HTMLInputElement) =>
    secret && input.value === "" ? value : parseCell(input.value, field, value);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") close(read(event.currentTarget), true);
    if (event.key === "Escape") close(value, true);
  };
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the person has just chosen this cell
      autoFocus
      className="import-input"
      type={secret ? "password" : "text"}
      autoComplete={secret ? "new-password" : "off"}
      aria-label={label}
      defaultValue={secret ? "" : cellText(value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => close(read(event.currentTarget), false)}
      onKeyDown={onKeyDown}
    />
  );
}

/** The values a cell can be chosen from; undefined when it is typed. */
function choicesOf(field: FieldMetadata | undefined, yes: string, no: string): readonly Choice[] | undefined {
  if (field?.type === "boolean") {
    return [
      { value: true, label: yes },
      { value: false, label: no },
    ];
  }
  const single = field?.type === "choice" || field?.type === "labeled_choice";
  return single && (field.choices?.length ?? 0) > 0 ? field.choices : undefined;
}
