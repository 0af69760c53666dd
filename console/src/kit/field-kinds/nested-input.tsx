import { isRecord } from "../api/api-error.ts";
import { kindOf } from "../metadata/kind-of.ts";
import type { FieldInputProps } from "./field-kind.ts";
import { registeredInput } from "./registry.ts";

/** A small form of the object's own fields. */
export function NestedInput({ value, onChange, field, disabled, editing }: FieldInputProps) {
  const current = isRecord(value) ? value : {};
  const children = Object.entries(field.children ?? {}).filter(([, child]) => child.read_only !== true);
  return (
    <div className="nested-fields">
      {children.map(([name, child]) => {
        const Input = registeredInput(kindOf(name, child));
        if (Input === undefined) return null;
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
