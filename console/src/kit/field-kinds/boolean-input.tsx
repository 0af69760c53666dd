import { Switch } from "antd";
import { controlProps } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";

/** A switch. */
export function BooleanInput(props: FieldInputProps) {
  const { value, onChange } = props;
  return <Switch {...controlProps(props)} checked={value === true} onChange={(next) => onChange?.(next)} />;
}
