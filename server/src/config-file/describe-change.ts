import type { FileValue } from "./document.ts";
import { SecretReference } from "./document.ts";
import type { Change, FieldChange } from "./plan.ts";

/** Longest value in a line, in characters. */
const longestValue = 200;

const signs = { create: "+", update: "~", delete: "-" } as const;

/** What a change is about, in one line. */
export function nameChange(change: Change): string {
  if (change.of === "settings") return `settings (${change.category})`;
  const { organization, kind, name } = change;
  return `${organization === undefined ? "" : `${organization}: `}${kind.singular} "${name}"`;
}

/** A change as lines of a plan: what it is about, and each field with its value before and after. */
export function describeChange(change: Change): readonly string[] {
  const sign = signs[change.of === "settings" ? "update" : change.action];
  return [`${sign} ${nameChange(change)}`, ...change.fields.map(describeField)];
}

function describeField({ name, before, after }: FieldChange): string {
  const from = before === undefined ? "" : `${shortened(before)} -> `;
  return `    ${name}: ${from}${shortened(after)}`;
}

function shortened(value: FileValue): string {
  const whole = value instanceof SecretReference ? String(value) : JSON.stringify(value);
  return whole.length <= longestValue ? whole : `${whole.slice(0, longestValue)}…`;
}
