import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import { changesBetween, recordOperation } from "../../engine/audit/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { FieldError, type FieldErrors, ValidationError } from "../../engine/errors.ts";
import { text as common, translate, withParameters } from "../../engine/i18n/index.ts";
import { isObject, type Json, typeName } from "../../engine/json.ts";
import { parseNamed, type WriteMode } from "../../engine/resource/index.ts";
import type { SettingCategory } from "./categories.ts";
import { effectiveValue, imageOf, isSecret } from "./effective-value.ts";
import { type ImageName, type NewImage, removeImages, saveImage } from "./interface/images.ts";
import { notAvailable } from "./not-available.ts";
import { requireSecretWithAddress, type SettingValues, settle } from "./setting-rules.ts";
import { readStoredSettings, settingContext } from "./stored-settings.ts";
import { text } from "./texts.ts";

/** Follows settings of a category, in the transaction that saves them; secrets are among the values. */
export type AfterSettingsSave = (
  context: CallerContext,
  category: string,
  values: SettingValues,
) => Promise<void>;

declare module "../../engine/extensions.ts" {
  interface ExtensionPoints {
    afterSettingsSave: AfterSettingsSave;
  }
}

/** The readable settings of a category, in its order. */
export const readable = (category: SettingCategory, values: SettingValues): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(category.fields)
      .filter(([, { options }]) => options.writeOnly !== true)
      .map(([key]) => [key, values[key] ?? null]),
  );

/** What was sent: values by key, and pictures that are not kept yet; null: the one there is goes. */
interface SentSettings {
  readonly values: Record<string, Json>;
  readonly pictures: readonly (readonly [key: string, name: ImageName, picture: NewImage | null])[];
}

/** Body -> values by key. Errors are filed under their keys; a key of another category is one. */
async function parseSettings(
  context: CallerContext,
  { fields }: SettingCategory,
  body: unknown,
  mode: WriteMode,
): Promise<SentSettings> {
  const input = body ?? {};
  if (!isObject(input)) {
    throw new ValidationError({
      non_field_errors: [withParameters(common.notObject, { type: typeName(input) })],
    });
  }
  const values: Record<string, Json> = {};
  const pictures: [string, ImageName, NewImage | null][] = [];
  const errors: [string, FieldErrors][] = Object.keys(input)
    .filter((key) => !Object.hasOwn(fields, key) && !Object.hasOwn(notAvailable, key))
    .map((key) => [key, [text.unknownSetting]]);
  for (const [key, field] of Object.entries(fields)) {
    // Sent back as it was read: nothing to change.
    if (field.options.readOnly === true) continue;
    try {
      if (Object.hasOwn(input, key)) {
        const value = await parseNamed(key, field, input[key], { context, mode, before: null, input });
        const name = imageOf(key);
        if (name === undefined) values[key] = (value ?? "") as Json;
        // The address of a picture is sent back as it was read: nothing to change.
        else if (value !== undefined) pictures.push([key, name, value as NewImage | null]);
      } else if (mode === "update" && field.options.required === true) errors.push([key, [common.required]]);
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      errors.push([key, error.errors]);
    }
  }
  if (errors.length > 0) throw new ValidationError(Object.fromEntries(errors));
  return { values, pictures };
}

/**
 * Saves settings of a category, in the request's transaction: all or none. Only what differs is stored, so what
 * nobody changed follows the configuration and the defaults. Answers the category as it is now.
 */
export async function saveSettings(
  context: CallerContext,
  category: SettingCategory,
  body: unknown,
  mode: WriteMode,
): Promise<Record<string, Json>> {
  const { db, services } = context;
  const { values: given, pictures } = await parseSettings(context, category, body, mode);
  // An empty secret leaves the stored one.
  for (const key of Object.keys(given)) if (isSecret(key) && given[key] === "") delete given[key];
  // One writer at a time: the rules are about settings that somebody else may be changing.
  await sql`lock table settings in share row exclusive mode`.execute(db);
  for (const [key, name, picture] of pictures) {
    given[key] = picture === null ? null : await saveImage(db, name, picture);
    if (picture === null) await removeImages(db, [name]);
  }
  const stored = await readStoredSettings(db, services.secrets);
  const before = Object.fromEntries(
    Object.keys(category.fields).map((key) => [key, effectiveValue(stored, services.config, key)]),
  );
  requireSecretWithAddress(given, before);
  const changed = Object.entries(settle(given, before)).filter(
    ([key, value]) => isSecret(key) || JSON.stringify(value) !== JSON.stringify(before[key]),
  );
  const after = { ...before, ...Object.fromEntries(changed) };
  for (const [key, value] of changed) await storeSetting(context, db, key, value);
  for (const follow of services.extensions.of("afterSettingsSave"))
    await follow(context, category.name, after);
  await audit(context, category, before, after, new Set(changed.map(([key]) => key)));
  return readable(category, after);
}

/** Stores the value of a setting in place of the one there is. */
export async function storeSetting(
  { principal, services }: CallerContext,
  db: Kysely<Database>,
  key: string,
  value: Json,
): Promise<void> {
  const row = {
    ...(isSecret(key)
      ? { value: null, sealed: services.secrets.seal(String(value), settingContext(key)) }
      : { value: JSON.stringify(value), sealed: null }),
    updated_by: `${principal.name}(${principal.username})`,
    date_updated: new Date(),
  };
  await db
    .insertInto("settings")
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
    .execute();
}

async function audit(
  context: CallerContext,
  category: SettingCategory,
  before: SettingValues,
  after: SettingValues,
  written: ReadonlySet<string>,
): Promise<void> {
  const fields = Object.entries(category.fields).map(([name, field]) => ({ name, column: name, field }));
  const changes = changesBetween(fields, before, after, written);
  if (changes.length === 0) return;
  await recordOperation(context, {
    action: "update",
    type: text.settings,
    name: translate(category.label, "en"),
    id: category.name,
    changes,
  });
}
