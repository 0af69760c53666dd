import { isObject } from "../json.ts";

/** Words YAML takes as they are, as keys and as values. */
const plainKey = /^[A-Za-z_/$][A-Za-z0-9_/$.{}-]*$/;

const writeKey = (key: string): string =>
  plainKey.test(key) && !reserved.test(key) ? key : JSON.stringify(key);

const reserved = /^(y|yes|n|no|true|false|on|off|null|~)$/i;

/** A value on one line; undefined when it takes several. */
function inline(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? "[]" : undefined;
  if (isObject(value)) return Object.keys(value).length === 0 ? "{}" : undefined;
  // A JSON text is a YAML text; quotes keep every string a string.
  return JSON.stringify(value ?? null);
}

function lines(value: unknown, indent: string): string[] {
  const written: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      const short = inline(item);
      if (short !== undefined) written.push(`${indent}- ${short}`);
      else {
        const [first = "", ...rest] = lines(item, `${indent}  `);
        written.push(`${indent}- ${first.trimStart()}`, ...rest);
      }
    }
    return written;
  }
  for (const [key, item] of Object.entries(value as Record<string, unknown>)) {
    if (item === undefined) continue;
    const short = inline(item);
    if (short !== undefined) written.push(`${indent}${writeKey(key)}: ${short}`);
    else written.push(`${indent}${writeKey(key)}:`, ...lines(item, `${indent}  `));
  }
  return written;
}

/** A JSON value as block-style YAML 1.2. */
export function toYaml(value: object): string {
  return `${inline(value) ?? lines(value, "").join("\n")}\n`;
}
