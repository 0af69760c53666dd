import { FieldError, type FieldErrors, ValidationError } from "../../../engine/errors.ts";
import { text as engineText, literal, unlabelled } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import {
  boolean,
  choice,
  type Field,
  type FieldOptions,
  integer,
  list,
  nestedList,
  type ParseContext,
  parseValue,
  secret,
  text as textField,
} from "../../../engine/resource/index.ts";
import { text } from "../texts.ts";

const types = ["str", "password", "int", "bool", "text", "choice", "list"] as const;

/** A field that the assets of a custom platform have. */
export interface CustomField {
  readonly name: string;
  readonly label: string;
  readonly type: (typeof types)[number];
  /** As text, whatever the type; empty: none. */
  readonly default: string;
  readonly help_text: string;
  /** Of the type `choice`. */
  readonly choices: readonly string[];
}

const word: Field = {
  ...textField({ label: unlabelled, required: true, maxLength: 1024 }),
  type: "field",
  describe: () => ({}),
};

/** Names become keys of objects, and one key is none. */
function checkKey(name: string): string {
  if (name === "__proto__") throw new FieldError([text.slug]);
  return name;
}

/** The `custom_fields` of a platform. Contract: docs/contract/assets.md, "Custom fields". */
export const customFieldsField = nestedList({
  label: text.customFields,
  maxItems: 200,
  children: {
    name: textField({ label: engineText.name, required: true, maxLength: 128, check: checkKey }),
    label: textField({ label: text.fieldLabel, required: true, maxLength: 128 }),
    type: choice({
      label: text.type,
      default: "str",
      choices: types.map((value) => ({ value, label: literal(value) })),
    }),
    default: textField({ label: text.fieldDefault, default: "", maxLength: 1024 }),
    help_text: textField({ label: text.helpText, default: "", maxLength: 1024 }),
    choices: list({ label: text.choices, default: [], maxItems: 1000, child: word }),
  },
});

/** The default of a field in the form a client would send it; undefined where there is none. */
function initialOf({ type, default: initial }: CustomField): Json | undefined {
  if (initial === "") return undefined;
  if (type === "int" && /^[+-]?\d{1,15}$/.test(initial)) return Number(initial);
  if (type === "bool" && /^(true|false)$/i.test(initial)) return /true/i.test(initial);
  if (type === "list")
    return initial
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== "");
  return initial;
}

/** An empty input stands for no value. */
const emptyIsNull = (field: Field): Field => ({
  ...field,
  parse: (input, at) => (input === "" ? null : field.parse?.(input, at)),
});

function assetField(field: CustomField): Field {
  const initial = initialOf(field);
  const options: FieldOptions = {
    label: literal(field.label),
    nullable: true,
    ...(field.help_text === "" ? {} : { help: literal(field.help_text) }),
    ...(initial === undefined ? {} : { default: initial }),
  };
  switch (field.type) {
    case "password":
      // A secret that everybody shares would be none.
      return secret({ label: options.label, nullable: true, maxLength: 4096 });
    case "int":
      return emptyIsNull(integer(options));
    case "bool":
      return emptyIsNull(boolean(options));
    case "choice":
      return emptyIsNull(
        choice({ ...options, choices: field.choices.map((value) => ({ value, label: literal(value) })) }),
      );
    case "list":
      return list({ ...options, child: word });
    case "text":
      return textField(options);
    default:
      return textField({ ...options, maxLength: 4096 });
  }
}

/** What the assets of a platform with these fields may hold, by name. */
export function customAssetFields(fields: readonly CustomField[]): Readonly<Record<string, Field>> {
  return Object.fromEntries(fields.map((field) => [field.name, assetField(field)]));
}

/** Names of the fields whose values are kept sealed. */
export const secretFieldNames = (fields: readonly CustomField[]): string[] =>
  fields.filter(({ type }) => type === "password").map(({ name }) => name);

/**
 * Refuses fields that could not be filled in: two of one name, a choice of nothing, a default that is none.
 * @throws ValidationError on `custom_fields`, by position.
 */
export async function checkCustomFields(fields: readonly CustomField[], at: ParseContext): Promise<void> {
  const names = new Set<string>();
  const errors: FieldErrors[] = [];
  for (const field of fields) {
    errors.push(await problemsOf(field, names, at));
    names.add(field.name);
  }
  if (errors.some((error) => Object.keys(error).length > 0))
    throw new ValidationError({ custom_fields: errors });
}

async function problemsOf(
  field: CustomField,
  names: ReadonlySet<string>,
  at: ParseContext,
): Promise<Record<string, FieldErrors>> {
  if (names.has(field.name)) return { name: [text.fieldNameTaken] };
  if (field.type === "choice" && field.choices.length === 0) return { choices: [text.choicesMissing] };
  if (field.type === "password" && field.default !== "") return { default: [text.secretDefault] };
  const initial = initialOf(field);
  if (initial === undefined) return {};
  try {
    await parseValue(assetField(field), initial, at);
    return {};
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    return { default: error.errors };
  }
}
