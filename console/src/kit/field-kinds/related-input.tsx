import { omitUndefined } from "../omit-undefined.ts";
import { nameOf } from "./control.ts";
import type { FieldInputProps } from "./field-kind.ts";
import type { Option } from "./related-option.ts";
import { RemoteSelect } from "./remote-select.tsx";

/** One related object. */
export function RelatedInput(props: FieldInputProps) {
  return (
    <RemoteSelect
      {...props}
      {...omitUndefined({ required: props.field.required })}
      label={nameOf(props)}
      value={props.value as Option | undefined}
      multiple={false}
    />
  );
}

/** Several related objects. */
export function RelatedManyInput(props: FieldInputProps) {
  return (
    <RemoteSelect
      {...props}
      label={nameOf(props)}
      value={props.value as readonly Option[] | undefined}
      multiple
    />
  );
}
