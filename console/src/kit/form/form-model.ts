import type { ComponentType } from "react";
import type { FieldInputProps, RelatedSource } from "../field-kinds/field-kind.ts";
import { fieldKind } from "../field-kinds/index.ts";
import { type FieldKindName, kindOf } from "../metadata/kind-of.ts";
import type { Choice, FieldMap, FieldMetadata, Row } from "../metadata/types.ts";

/** The values of a form by field name, in the shape the inputs use. */
export type FormValues = Record<string, unknown>;

/** What an area says about one field beyond the metadata. */
export interface FieldOverride {
  readonly label?: string;
  readonly help?: string;
  readonly kind?: FieldKindName;
  /** An input of the area's own. */
  readonly input?: ComponentType<FieldInputProps>;
  readonly related?: RelatedSource;
  readonly choices?: readonly Choice[];
  readonly required?: boolean;
  readonly disabled?: boolean | ((values: FormValues) => boolean);
  readonly hidden?: (values: FormValues) => boolean;
  /** Metadata of a field that OPTIONS does not announce, or changes to what it announces. */
  readonly metadata?: Partial<FieldMetadata>;
  /** Translations between form and wire that replace the kind's. */
  readonly toForm?: (value: unknown) => unknown;
  readonly toWire?: (value: unknown) => unknown;
  /** Sets other fields when this one is changed by the person. */
  readonly onChange?: (value: unknown, values: FormValues) => FormValues | undefined;
}

/** A heading and its fields, in order. */
export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly string[];
}

/** A field ready to be drawn. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly help: string | undefined;
  readonly kind: FieldKindName;
  readonly field: FieldMetadata;
  readonly override: FieldOverride;
  readonly required: boolean;
}

/** A group ready to be drawn. */
export interface FormGroup {
  readonly title: string;
  readonly fields: readonly FormField[];
}

/** Joins the metadata and what the area says. Fields neither knows are left out, so older servers still work. */
export function buildForm(
  fields: FieldMap,
  groups: readonly FieldGroup[],
  overrides: Readonly<Record<string, FieldOverride>>,
): FormGroup[] {
  return groups
    .map((group) => ({
      title: group.title,
      fields: group.fields.flatMap((name): FormField[] => {
        const override = overrides[name] ?? {};
        const announced = fields[name];
        if (announced === undefined && override.metadata === undefined) return [];
        const field: FieldMetadata = { type: "string", ...announced, ...override.metadata };
        if (field.read_only === true) return [];
        return [
          {
            name,
            field,
            override,
            label: override.label ?? field.label ?? name,
            help: override.help ?? field.help_text,
            kind: override.kind ?? kindOf(name, field),
            required: override.required ?? field.required === true,
          },
        ];
      }),
    }))
    .filter((group) => group.fields.length > 0);
}

/** The values the form starts with: those of the object, else those given, else the metadata's defaults. */
export function initialValues(groups: readonly FormGroup[], given: Row, object: Row | undefined): FormValues {
  const values: FormValues = {};
  for (const { name, field, kind, override } of groups.flatMap((group) => group.fields)) {
    const source = object?.[name] ?? (object === undefined ? (given[name] ?? field.default) : undefined);
    const convert = override.toForm ?? ((value: unknown) => fieldKind(kind).toForm?.(value, field) ?? value);
    const value = source === undefined && kind !== "secret" ? convert(undefined) : convert(source);
    values[name] = kind === "secret" && override.toForm === undefined ? undefined : value;
  }
  return values;
}

/** The body of the request: every field that is not hidden, translated to the wire. */
export function wireValues(groups: readonly FormGroup[], values: FormValues): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { name, field, kind, override } of groups.flatMap((group) => group.fields)) {
    if (override.hidden?.(values) === true) continue;
    const toWire =
      override.toWire ??
      ((value: unknown) => {
        const convert = fieldKind(kind).toWire;
        return convert === undefined ? value : convert(value, field);
      });
    const value = toWire(values[name]);
    if (value !== undefined) body[name] = value;
  }
  return body;
}
