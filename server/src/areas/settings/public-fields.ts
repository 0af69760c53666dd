import { literal, unlabelled } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import { datetime, describeField, type Field } from "../../engine/resource/index.ts";
import { type SettingKey, settingCatalogue } from "./catalogue.ts";
import { notAvailable } from "./not-available.ts";
import { openKeys, publicKeys } from "./public-settings.ts";

/** `SECURITY_MAX_IDLE_TIME` -> `Security max idle time`: the names of keys, the same in every language. */
function words(key: string): string {
  const spaced = key.replaceAll("_", " ").toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const item: Field = { type: "field", options: { label: unlabelled, required: true } };

const types = {
  text: "string",
  integer: "integer",
  boolean: "boolean",
  list: "list",
  object: "nested object",
};

function fieldOf(key: string): Field {
  const kind = Object.hasOwn(settingCatalogue, key)
    ? settingCatalogue[key as SettingKey].type
    : kindOf(Object.hasOwn(notAvailable, key) ? notAvailable[key] : computed(key));
  const type = types[kind as keyof typeof types] ?? "string";
  return {
    type,
    options: { label: literal(words(key)), required: true },
    ...(type === "list" || type === "nested object"
      ? { describe: (context) => ({ child: describeField(item, context) }) }
      : {}),
  };
}

function kindOf(value: Json | undefined): keyof typeof types {
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "integer";
  return typeof value === "boolean" ? "boolean" : "object";
}

/** What is made of several settings, as an example. */
function computed(key: string): Json {
  if (key === "FILE_IMPORT_LIMIT_MB") return 0;
  return key === "SESSION_EXPIRE_AT_BROWSER_CLOSE" ? false : {};
}

const fieldsOf = (keys: readonly string[]): Readonly<Record<string, Field>> =>
  Object.fromEntries(keys.map((key) => [key, fieldOf(key)]));

/** Metadata of the public settings. Contract: docs/contract/identity.md, "Public settings". */
export const publicFields = fieldsOf(publicKeys);

/** Metadata of what a visitor may know. */
export const openFields = fieldsOf(openKeys);

/** Metadata of `server-info`. */
export const serverInfoFields: Readonly<Record<string, Field>> = {
  CURRENT_TIME: datetime({ label: literal(words("CURRENT_TIME")), required: true }),
};
