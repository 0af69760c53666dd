import { isRecord } from "../api/api-error.ts";
import { ENCRYPTED_FIELDS } from "../api/encryption.ts";
import type { FieldMetadata } from "../metadata/types.ts";

/** Stands for no value, in files and in the preview. */
const NO_VALUE = "-";
/** Stands for a secret inside a structured value; kept as it is, the secret behind it is kept too. */
const HIDDEN = "••••••";

/** Whether values of a field are never shown. */
export function isSecretField(name: string): boolean {
  return ENCRYPTED_FIELDS.includes(name);
}

/** `name(id)` of a related object, `name/port` of a protocol; undefined for everything else. */
function shortText(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const keys = Object.keys(value).sort().join();
  if (keys === "name,pk") return `${value.name}(${value.pk})`;
  if (keys === "name,port") return `${value.name}/${value.port}`;
  return undefined;
}

/** The related object or protocol a short text stands for; the text itself when it is neither. */
function fromShortText(text: string): unknown {
  const related = /^(.*)\(([^()]+)\)$/s.exec(text);
  if (related !== null) {
    const id = (related[2] ?? "").trim();
    return { pk: /^\d{1,15}$/.test(id) ? Number(id) : id, name: related[1] ?? "" };
  }
  const protocol = /^([\w-]+)\/(\d{1,5})$/.exec(text);
  return protocol === null ? text : { name: protocol[1], port: Number(protocol[2]) };
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecretField(name) && typeof inner === "string" && inner !== "" ? HIDDEN : withoutSecrets(inner),
    ]),
  );
}

/** Puts the secrets back that the text only stood for. */
function withSecretsOf(before: unknown, value: unknown): unknown {
  if (value === HIDDEN && typeof before === "string") return before;
  if (Array.isArray(value)) {
    return value.map((item, index) => withSecretsOf(Array.isArray(before) ? before[index] : undefined, item));
  }
  if (!isRecord(value)) return value;
  const old = isRecord(before) ? before : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withSecretsOf(old[name], inner)]),
  );
}

/** Words that would not come back as they were when they are in a list with commas. */
const NEEDS_JSON = /^\s|\s$|^$|[,，、;；\r\n]|^[[{]|^••••••$/;

/** The items of a list as a person writes them, or undefined when that would not be read back as the same list. */
function plainList(items: readonly unknown[]): string | undefined {
  const texts = items.map((item) => (typeof item === "string" ? item : shortText(item)));
  if (texts.length === 0 || texts.some((text) => text === undefined || NEEDS_JSON.test(text)))
    return undefined;
  const same = texts.every((text, index) => {
    const read = fromShortText(text ?? "");
    const item = items[index];
    return isRecord(item) ? JSON.stringify(read) === JSON.stringify(ordered(item)) : read === item;
  });
  return same ? texts.join(", ") : undefined;
}

/** A related object or protocol with its keys in the order in which they are read. */
function ordered(item: Record<string, unknown>): unknown {
  return "pk" in item ? { pk: item.pk, name: item.name } : { name: item.name, port: item.port };
}

/**
 * A value of an import row as text to read and to change. Secrets inside it are only hinted at.
 * {@link parseCell} makes the value of the text again.
 */
export function cellText(value: unknown): string {
  if (value === undefined) return "";
  if (value === null) return NO_VALUE;
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return plainList(value) ?? JSON.stringify(withoutSecrets(value));
  if (!isRecord(value)) return String(value);
  const short = shortText(value);
  const comesBack =
    short !== undefined && JSON.stringify(fromShortText(short)) === JSON.stringify(ordered(value));
  return comesBack ? short : JSON.stringify(withoutSecrets(value));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const LISTS: ReadonlySet<string> = new Set(["list", "m2m_related_field", "multiple choice", "tree"]);
const NUMBERS: ReadonlySet<string> = new Set(["integer", "float", "decimal"]);
const TEXTS: ReadonlySet<string> = new Set(["string", "email", "url", "file upload", "image upload"]);

/**
 * Reads what a person typed into a cell. What cannot be meant continues as text, for the server to refuse by name.
 *
 * @param field metadata of the field; undefined when the server announces none
 * @param before the value the cell had, whose shape and secrets the new one keeps
 * @returns the value, or undefined when the cell says nothing
 */
export function parseCell(text: string, field: FieldMetadata | undefined, before: unknown): unknown {
  if (text === cellText(before)) return before;
  const type = field?.type ?? "";
  if (TEXTS.has(type) || (type === "" && typeof before === "string")) return text;
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  if (trimmed === NO_VALUE) return null;
  if (NUMBERS.has(type) || typeof before === "number") {
    const number = Number(trimmed);
    return Number.isFinite(number) ? number : text;
  }
  if (type === "boolean" || typeof before === "boolean") {
    return { true: true, false: false }[trimmed.toLowerCase()] ?? text;
  }
  const json = /^[[{]/.test(trimmed) ? parseJson(trimmed) : undefined;
  if (json !== undefined) return withSecretsOf(before, json);
  if (LISTS.has(type) || Array.isArray(before)) {
    return trimmed
      .split(/[,，、;；\r\n]+/)
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map(fromShortText);
  }
  return type === "object_related_field" || isRecord(before) ? fromShortText(trimmed) : text;
}

/** A value as the cell of a file that can be imported again (docs/contract/files.md, "Cells"); secrets are left out. */
export function fileCell(name: string, value: unknown): string {
  if (value === undefined || (isSecretField(name) && value !== null)) return "";
  if (value === null) return NO_VALUE;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) {
    return JSON.stringify(
      value.map((item) => (typeof item === "string" ? item : (shortText(item) ?? leftOut(item)))),
    );
  }
  if (isRecord(value)) return shortText(value) ?? JSON.stringify(leftOut(value));
  return String(value);
}

function leftOut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(leftOut);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isSecretField(name))
      .map(([name, inner]) => [name, leftOut(inner)]),
  );
}
