import { TagInput } from "../widgets/tag-input.tsx";
import { controlProps, nameOf } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";

/** Texts of any answer: those of `{value,label}` and of relations by what identifies them. */
function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Texts entered as tags. */
export function ListInput(props: FieldInputProps) {
  const { value, onChange, field } = props;
  return (
    <TagInput
      {...controlProps(props)}
      label={nameOf(props)}
      value={texts(value)}
      {...(field.child?.choices === undefined
        ? {}
        : { suggestions: field.child.choices.map((choice) => String(choice.value)) })}
      onChange={(next) => onChange?.(next)}
    />
  );
}
