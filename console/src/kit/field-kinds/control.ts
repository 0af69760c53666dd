import { omitUndefined } from "../omit-undefined.ts";
import type { ControlState, FieldInputProps } from "./field-kind.ts";

/** What a single control takes over from the form: id, state, and what assistive technology has to know. */
export function controlProps(props: ControlState) {
  return omitUndefined({
    id: props.id,
    disabled: props.disabled ?? false,
    onBlur: props.onBlur,
    "aria-describedby": props["aria-describedby"],
    "aria-invalid": props["aria-invalid"],
    "aria-required": props["aria-required"],
  });
}

/** What a group of controls takes over: a role and the field's name, because a label can name one control only. */
export function groupProps(props: FieldInputProps) {
  return omitUndefined({
    role: "group" as const,
    id: props.id,
    "aria-label": nameOf(props),
    "aria-describedby": props["aria-describedby"],
  });
}

/** What the field is called. */
export function nameOf({ label, field, name }: FieldInputProps): string {
  return label ?? field.label ?? name;
}
