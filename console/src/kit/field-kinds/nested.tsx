import { isRecord } from "../api/api-error.ts";
import { kindOf } from "../metadata/kind-of.ts";
import { valueText } from "../metadata/value-text.ts";
import type { FieldInputProps, FieldKind } from "./field-kind.ts";
import { fieldKind } from "./index.ts";

function NestedInput({ value, onChange, field, disabled, editing }: FieldInputProps) {
  const current = isRecord(value) ? value : {};
  const children = Object.entries(field.children ?? {}).filter(([, child]) => child.read_only !== true);
  return (
    <div className="nested-fields">
      {children.map(([name, child]) => {
        const { Input } = fieldKind(kindOf(name, child));
        return (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is the kind's input below
          <label className="nested-field" key={name}>
            <span>{child.label ?? name}</span>
            <Input
              name={name}
              field={child}
              editing={editing}
              disabled={disabled ?? false}
              value={current[name]}
              onChange={(next) => onChange?.({ ...current, [name]: next })}
            />
          </label>
        );
      })}
    </div>
  );
}

function convert(
  value: unknown,
  children: FieldInputProps["field"]["children"],
  to: "toForm" | "toWire",
): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const child = children?.[name];
      const kind = child === undefined ? undefined : fieldKind(kindOf(name, child));
      return [name, child && kind?.[to] ? kind[to](inner, child) : inner];
    }),
  );
}

/** An object with fields of its own, entered as a small form. */
export const nestedKind: FieldKind = {
  Input: NestedInput,
  cell: (value) => valueText(value),
  toForm: (value, field) => convert(value, field.children, "toForm"),
  toWire: (value, field) => convert(value, field.children, "toWire"),
};
