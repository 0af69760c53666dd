import type { CallerContext } from "../../access/context.ts";
import { FieldError, type FieldErrors, ValidationError } from "../../errors.ts";
import { withParameters } from "../../i18n/messages.ts";
import { text } from "../../i18n/texts.ts";
import { isObject, typeName } from "../../json.ts";
import type { Values, WriteEvent } from "../declaration.ts";
import { initialValue, parseNamed } from "../field-kinds/composites.ts";
import type { ParseContext, Row, WriteMode } from "../field-kinds/field.ts";
import { applies, type NamedField, type Resource } from "../resource.ts";

/**
 * Input object -> validated values. Unknown keys are ignored, errors are filed under their fields, and the
 * resource's own rules run last, on values that are each valid.
 */
export async function parseInput(
  resource: Resource,
  context: CallerContext,
  raw: unknown,
  mode: WriteMode,
  before: Row | null,
  isOneOfMany = false,
): Promise<WriteEvent> {
  if (!isObject(raw)) {
    throw new ValidationError({
      non_field_errors: [withParameters(text.notObject, { type: typeName(raw) })],
    });
  }
  const { hooks } = resource.declaration;
  const input = (await hooks?.prepare?.({ context, mode, before, input: raw, isOneOfMany })) ?? raw;
  const at: ParseContext = { context, mode, before, input };
  const values: Values = {};
  const errors: Record<string, FieldErrors> = {};
  for (const named of resource.fields) {
    if (!isWritable(named, at)) continue;
    try {
      await parseField(named, at, values);
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      errors[named.name] = error.errors;
    }
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
  const event: WriteEvent = { context, mode, before, values, input, isOneOfMany };
  await hooks?.validate?.(event);
  return event;
}

function isWritable(named: NamedField, { context, mode }: ParseContext): boolean {
  const { readOnly, createOnly } = named.field.options;
  if (readOnly === true || ((createOnly === true || named.name === "id") && mode !== "create")) return false;
  return applies(named, mode === "create" ? "create" : "update", context);
}

async function parseField({ name, field }: NamedField, at: ParseContext, values: Values): Promise<void> {
  if (Object.hasOwn(at.input, name)) {
    const input = at.input[name];
    // A client that sends back an unset key asks for a generated one.
    if (name === "id" && (input === null || input === "")) return;
    values[name] = await parseNamed(name, field, input, at);
    return;
  }
  if (at.mode === "partial") return;
  if (field.options.required === true) throw new FieldError([text.required]);
  if (at.mode !== "create") return;
  const initial = initialValue(field, at.context);
  if (initial !== undefined) values[name] = await parseNamed(name, field, initial, at);
}
