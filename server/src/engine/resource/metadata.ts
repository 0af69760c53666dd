import type { RequestContext } from "../access/context.ts";
import { translate } from "../i18n/messages.ts";
import { isObject } from "../json.ts";
import type { Field } from "./field-kinds/field.ts";

/** Whether a list may be filtered and ordered by a field; told in the metadata of GET. */
export interface ColumnAbilities {
  readonly filter: boolean;
  readonly order: boolean;
}

/**
 * The metadata of one field, keys in the contract's order. Contract: docs/contract/metadata.md, "Keys".
 */
export function describeField(
  field: Field,
  context: RequestContext,
  abilities: ColumnAbilities = { filter: false, order: false },
): Record<string, unknown> {
  const { options } = field;
  const initial = typeof options.default === "function" ? options.default(context) : options.default;
  const extra = field.describe?.(context) ?? {};
  const { min_length, max_length, min_value, max_value, ...structure } = extra;
  const limits = { min_length, max_length, min_value, max_value };
  const label = translate(options.label, context.language);
  return {
    type: field.type,
    required: options.required === true,
    ...(announced(initial) ? { default: initial } : {}),
    read_only: options.readOnly === true,
    ...(label === "" ? {} : { label }),
    ...(options.help === undefined ? {} : { help_text: translate(options.help, context.language) }),
    ...Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)),
    write_only: options.writeOnly === true,
    ...(options.writeOnly === true ? writtenStructure(structure) : structure),
    ...(abilities.filter ? { filter: true } : {}),
    ...(abilities.order ? { order: true } : {}),
  };
}

/** The items of a list that is only written are only written themselves. */
function writtenStructure(structure: Record<string, unknown>): Record<string, unknown> {
  const { child } = structure;
  return isObject(child) && child.type === "nested object"
    ? { ...structure, child: { ...child, write_only: true } }
    : structure;
}

/** Only literal defaults are told: neither null nor objects. */
function announced(value: unknown): boolean {
  return value !== undefined && (typeof value !== "object" || Array.isArray(value));
}
