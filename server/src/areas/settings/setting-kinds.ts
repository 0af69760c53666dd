import type { Json } from "../../engine/json.ts";
import {
  boolean as booleanField,
  type ChoiceOptions,
  choice as choiceField,
  type Field,
  type FieldOptions,
  type IntegerOptions,
  integer as integerField,
  json as jsonField,
  list as listField,
  type NestedOptions,
  nested,
  phone as phoneField,
  type SecretOptions,
  secret as secretField,
  splitPhone,
  type TextOptions,
  text as textField,
  url as urlField,
} from "../../engine/resource/index.ts";
import { type ImageName, imageField } from "./interface/images.ts";

/** Types a setting can have. `secret` ones are text, sealed at rest and never read by a client. */
export type SettingType = "boolean" | "integer" | "text" | "list" | "object" | "secret";

/** One setting: its type, what it is until an administrator changes it, and how it is entered. */
export interface SettingDefinition {
  readonly type: SettingType;
  readonly fallback: Json;
  /** How administrators see and change it; absent where only the configuration or other code does. */
  readonly field?: Field;
  /** The picture its value is the address of. */
  readonly image?: ImageName;
}

type Options<T extends FieldOptions> = Omit<T, "default" | "column" | "readOnly" | "writeOnly">;

function defined<T extends FieldOptions>(
  type: SettingType,
  fallback: Json,
  options: Options<T> | undefined,
  kind: (options: T) => Field,
): SettingDefinition {
  if (options === undefined) return { type, fallback };
  // A default is what a form starts with; one that has to be sent needs none, and an empty text says nothing.
  const announced = options.required === true || fallback === "" ? {} : { default: fallback };
  return { type, fallback, field: kind({ ...options, ...announced } as unknown as T) };
}

/** Yes or no. */
export const boolean = (fallback: boolean, options?: Options<FieldOptions>): SettingDefinition =>
  defined<FieldOptions>("boolean", fallback, options, booleanField);

/** Yes or no, as the configuration says: shown, and not changed here. */
export const configured = (fallback: boolean, options: Options<FieldOptions>): SettingDefinition => ({
  type: "boolean",
  fallback,
  field: booleanField({ ...options, readOnly: true }),
});

/** A whole number, its unit in the label. */
export const integer = (fallback: number, options?: Options<IntegerOptions>): SettingDefinition =>
  defined<IntegerOptions>("integer", fallback, options, integerField);

/** A line or block of text; null is taken as the empty text. */
export const text = (fallback: string, options?: Options<TextOptions>): SettingDefinition =>
  defined<TextOptions>("text", fallback, options, textField);

/** The address of a page; null is taken as the empty text. */
export const url = (fallback: string, options: Options<TextOptions>): SettingDefinition =>
  defined<TextOptions>("text", fallback, options, urlField);

/** A phone number, kept and answered as `{code, phone}`; the empty text where there is none. */
export const phone = (options: Options<FieldOptions>): SettingDefinition =>
  defined<FieldOptions>("object", "", { ...options, nullable: true }, (all) => {
    const field = phoneField(all);
    return {
      ...field,
      parse: async (input, at) => {
        const stored = (await field.parse?.(input, at)) ?? null;
        return stored === null ? null : { ...splitPhone(stored) };
      },
    };
  });

/** A picture that is kept under a name, and answered as its address; null where there is none. */
export const image = (name: ImageName, options: Options<FieldOptions>): SettingDefinition => ({
  type: "text",
  fallback: null,
  field: imageField({ ...options, nullable: true }),
  image: name,
});

/** One of a set of values, kept and answered as the bare value. */
export const choice = (fallback: string | number, options: Options<ChoiceOptions>): SettingDefinition =>
  defined<ChoiceOptions>(typeof fallback === "number" ? "integer" : "text", fallback, options, choiceField);

/** Options of a list: how its items are entered. */
type ItemsOptions = Options<FieldOptions> & { readonly child: Field };

/** Texts; `child` says how one is entered. */
export const list = (fallback: readonly string[], options?: ItemsOptions): SettingDefinition =>
  defined<FieldOptions & { readonly child: Field }>("list", fallback, options, listField);

/** Several values that belong together. */
export const object = (
  fallback: { readonly [key: string]: Json },
  options?: Options<NestedOptions>,
): SettingDefinition => defined<NestedOptions>("object", fallback, options, nested);

/** An object whose members administrators name; `check` says what is wrong with it, or answers it as it is kept. */
export const map = (
  fallback: { readonly [key: string]: string },
  { check, ...options }: Options<FieldOptions> & { readonly check: (value: Json) => Json },
): SettingDefinition =>
  defined<FieldOptions>("object", fallback, options, (all) => {
    const field = jsonField({ ...all, object: true });
    return { ...field, parse: async (input, at) => check((await field.parse?.(input, at)) as Json) };
  });

/** A text that is sealed at rest and never read again; an empty one leaves it as it is. */
export const secret = (options: Options<SecretOptions>): SettingDefinition =>
  defined<SecretOptions>("secret", "", options, secretField);
