import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ConfigError } from "../engine/config/config-error.ts";
import type { Json } from "../engine/json.ts";
import type { LocalApi } from "./api.ts";
import { type FileValue, SecretReference } from "./document.ts";
import type { Change, FieldChange, ObjectChange } from "./plan.ts";
import { withIds } from "./state.ts";

/** Where the values of secrets are found. */
export interface SecretSources {
  readonly environment: NodeJS.ProcessEnv;
  /** Paths of files are relative to it. */
  readonly folder: string;
}

/** Values of secrets by how the file refers to them. */
type Secrets = ReadonlyMap<string, string>;

/**
 * Looks up every secret that the changes set.
 * @throws ConfigError naming those that are not there, never what they are
 */
export function readSecrets(changes: readonly Change[], { environment, folder }: SecretSources): Secrets {
  const secrets = new Map<string, string>();
  const problems: string[] = [];
  for (const { after } of changes.flatMap(({ fields }) => fields)) {
    if (!(after instanceof SecretReference)) continue;
    const value =
      after.from === "env" ? environment[after.name] : readSecretFile(resolve(folder, after.name));
    if (value === undefined || value === "") problems.push(`${after}: there is no value.`);
    else secrets.set(String(after), value);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return secrets;
}

function readSecretFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch {
    return undefined;
  }
}

/**
 * Makes one change through the API. A change that was made is not planned again, so a run that was interrupted is
 * completed by the next one.
 * @throws Error with what the server said
 */
export async function applyChange(api: LocalApi, change: Change, secrets: Secrets): Promise<void> {
  if (change.of === "settings") {
    const path = `settings/setting/?category=${change.category}`;
    await api.call("PATCH", path, { body: plainBody(change.fields, secrets) });
    return;
  }
  const { action, kind, id } = change;
  const organization = await organizationId(api, change);
  const scope = organization === undefined ? {} : { organization };
  if (action === "delete") {
    await api.call("DELETE", `${kind.path}${id}/`, scope);
    return;
  }
  const body: Record<string, Json> = { ...plainBody(change.fields, secrets) };
  for (const [name, from] of Object.entries(kind.chosen ?? {})) {
    if (name in body) body[name] = await withIds(api, body[name] ?? null, from, organization);
  }
  const { extra } = kind;
  if (extra !== undefined && extra.name in body) body[extra.name] = extra.toWire(body[extra.name] ?? null);
  if (action === "create") await api.call("POST", kind.path, { ...scope, body });
  else await api.call("PATCH", `${kind.path}${id}/`, { ...scope, body });
}

function plainBody(fields: readonly FieldChange[], secrets: Secrets): Readonly<Record<string, Json>> {
  const plain = (value: FileValue): Json =>
    value instanceof SecretReference ? (secrets.get(String(value)) ?? null) : value;
  return Object.fromEntries(fields.map(({ name, after }) => [name, plain(after)]));
}

/** The id of the organization by its name: it may have been made a moment ago. */
async function organizationId(
  api: LocalApi,
  { organization: name }: ObjectChange,
): Promise<string | undefined> {
  if (name === undefined) return undefined;
  const found = (await api.list("orgs/orgs/", { query: { name } })).find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no organization "${name}".`);
  return String(found.id);
}
