import type { CallerContext } from "../../access/context.ts";
import { FieldError, ValidationError } from "../../errors.ts";
import { parseObject } from "../field-kinds/composites.ts";
import type { Field } from "../field-kinds/field.ts";

/**
 * Reads the body of a route or action by its fields, as a create would: unknown keys are ignored, errors are
 * answered under their fields. Never logs the body.
 */
export async function parseBody(
  context: CallerContext,
  fields: Readonly<Record<string, Field>>,
  body: unknown,
): Promise<Record<string, unknown>> {
  try {
    return await parseObject(fields, body ?? {}, { context, mode: "create", before: null, input: {} });
  } catch (error) {
    if (error instanceof FieldError) {
      const { errors } = error;
      throw new ValidationError(
        Array.isArray(errors) || "key" in errors ? { non_field_errors: errors } : errors,
      );
    }
    throw error;
  }
}
