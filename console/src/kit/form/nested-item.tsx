import type { ComponentType } from "react";
import type { FieldPath } from "./form-context.ts";
import type { FormField } from "./form-model.ts";

/** Where a field stands. */
export interface FieldItemProps {
  readonly item: FormField;
  /** The keys that lead to it in the form's values. */
  readonly path: FieldPath;
  /** Its keys within the list it is a row of; the whole path unless given. */
  readonly place?: FieldPath;
}

/** Props of what draws several fields as one. */
export interface FieldsInsideProps extends FieldItemProps {
  /** Draws one field. Given, because a field inside may have fields inside. */
  readonly Field: ComponentType<FieldItemProps>;
}

/** The fields of a nested object, each with its own label, rules and messages. */
export function NestedItem({ item, path, place, Field }: FieldsInsideProps) {
  return (
    <fieldset className="nested-group">
      <legend>{item.label}</legend>
      {item.children.map((child) => (
        <Field
          key={child.name}
          item={child}
          path={[...path, child.name]}
          {...(place === undefined ? {} : { place: [...place, child.name] })}
        />
      ))}
    </fieldset>
  );
}
