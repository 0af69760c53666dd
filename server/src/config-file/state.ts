import { settingCategories } from "../areas/settings/index.ts";
import type { Json } from "../engine/json.ts";
import { type Answer, ApiRefusal, type LocalApi } from "./api.ts";
import type { ChosenFrom, ObjectKind } from "./kinds.ts";
import type { DescribedField } from "./values.ts";

/** The writable fields of something, by name. */
export type DescribedFields = Readonly<Record<string, DescribedField>>;

/** The objects of one kind as they are. */
export interface KindState {
  readonly fields: DescribedFields;
  /** By name, with what `chosen` and `extra` fields hold in the form of a file. */
  readonly objects: ReadonlyMap<string, Answer>;
}

/** Settings as they are. */
export interface SettingsState {
  /** The category in which each setting is changed. */
  readonly categories: ReadonlyMap<string, string>;
  readonly fields: DescribedFields;
  readonly values: ReadonlyMap<string, Json>;
}

async function describe(api: LocalApi, path: string, method: "POST" | "PATCH"): Promise<DescribedFields> {
  const { actions } = (await api.call("OPTIONS", path)) as unknown as {
    readonly actions?: Readonly<Record<string, DescribedFields>>;
  };
  const fields = Object.entries(actions?.[method] ?? {});
  return Object.fromEntries(fields.filter(([name, { read_only }]) => read_only !== true && name !== "id"));
}

/** Reads every object of a kind. */
export async function readKind(
  api: LocalApi,
  kind: ObjectKind,
  organization: string | undefined,
): Promise<KindState> {
  const fields = await describe(api, kind.path, "POST");
  const scope = organization === undefined ? {} : { organization };
  const objects = new Map<string, Answer>();
  const told = Object.keys(fields).filter((name) => fields[name]?.write_only !== true);
  for (const listed of await api.list(kind.path, scope)) {
    // Some lists leave fields out.
    const isWhole = told.every((name) => name in listed);
    const address = `${kind.path}${String(listed.id)}/`;
    const object = isWhole ? listed : ((await api.call("GET", address, scope)) as Answer);
    const more: Record<string, Json> = {};
    for (const [name, from] of Object.entries(kind.chosen ?? {})) {
      more[name] = await withNames(api, object[name] ?? null, from, organization);
    }
    for (const name of kind.people ?? []) {
      more[name] = await withUsernames(api, (object[name] ?? []) as unknown as readonly Answer[]);
    }
    if (kind.extra !== undefined) more[kind.extra.name] = await kind.extra.read(api, object);
    objects.set(String(object.name), { ...object, ...more });
  }
  return { fields, objects };
}

/** Users as another object refers to them, with their usernames. */
async function withUsernames(api: LocalApi, users: readonly Answer[]): Promise<Json> {
  if (users.length === 0) return users;
  const query = { ids: users.map(({ id }) => String(id)).join(",") };
  const found = new Map((await api.list("users/users/", { query })).map((one) => [one.id, one.username]));
  return users.map((user) => ({ ...user, username: found.get(user.id) ?? user.name ?? null }));
}

/** A choice by ids, with the names of what they lead to. */
async function withNames(
  api: LocalApi,
  choice: Json,
  from: ChosenFrom,
  organization: string | undefined,
): Promise<Json> {
  const { type, ids } = (choice ?? {}) as { readonly type?: Json; readonly ids?: Json };
  if (type !== "ids" || !Array.isArray(ids)) return choice;
  if (ids.length === 0) return { type, ids };
  const query = { ids: ids.map(String).join(",") };
  const found = await api.list(from.path, { query, ...(organization === undefined ? {} : { organization }) });
  return { type, ids: found.map((one) => one[from.name] ?? null).toSorted() };
}

/** What is sent for a choice whose ids a file gives as names. @throws Error naming those that are not there */
export async function withIds(
  api: LocalApi,
  choice: Json,
  from: ChosenFrom,
  organization: string | undefined,
): Promise<Json> {
  const { type, ids: names } = (choice ?? {}) as { readonly type?: Json; readonly ids?: Json };
  if (type !== "ids" || !Array.isArray(names)) return choice;
  const ids: Json[] = [];
  for (const name of names) {
    const query = { [from.name]: String(name) };
    const scope = organization === undefined ? {} : { organization };
    const found = await api.list(from.path, { query, ...scope });
    const same = found.filter((one) => one[from.name] === name || one.id === name);
    if (same.length !== 1)
      throw new Error(`"${String(name)}" is ${same.length === 0 ? "not there" : "there twice"}.`);
    ids.push(same[0]?.id ?? null);
  }
  return { type, ids };
}

/** Reads the settings of every category that can be changed. */
export async function readSettings(api: LocalApi): Promise<SettingsState> {
  const categories = new Map<string, string>();
  const fields: Record<string, DescribedField> = {};
  const values = new Map<string, Json>();
  for (const { name } of settingCategories) {
    const path = `settings/setting/?category=${name}`;
    const described = await describe(api, path, "PATCH");
    const held = (await api.call("GET", path).catch(ifRefused)) as Answer;
    for (const [key, field] of Object.entries(described)) {
      // The address of a picture says nothing on another installation.
      if (categories.has(key) || field.type === "image upload") continue;
      categories.set(key, name);
      fields[key] = field;
      if (field.write_only !== true) values.set(key, held[key] ?? null);
    }
  }
  return { categories, fields, values };
}

/** What is switched off for an installation has nothing to show. */
function ifRefused(error: unknown): Answer {
  if (error instanceof ApiRefusal && error.status === 403) return {};
  throw error;
}
