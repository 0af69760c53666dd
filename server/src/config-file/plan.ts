import { ConfigError } from "../engine/config/config-error.ts";
import type { Json } from "../engine/json.ts";
import type { Answer, LocalApi } from "./api.ts";
import { type ConfigDocument, type FileObject, type FileValue, SecretReference } from "./document.ts";
import { type ExtraField, installationKinds, type ObjectKind, organizationKinds } from "./kinds.ts";
import { type KindState, readKind, readSettings, type SettingsState } from "./state.ts";
import { holds, toFileValue } from "./values.ts";

/** What becomes of one field. */
export interface FieldChange {
  readonly name: string;
  /** In the form of a file; absent where it cannot be read, as of a secret or a new object. */
  readonly before?: Json;
  readonly after: FileValue;
}

/** One thing to do. */
export type Change = SettingsChange | ObjectChange;

/** Settings of one category. */
export interface SettingsChange {
  readonly of: "settings";
  readonly category: string;
  readonly fields: readonly FieldChange[];
}

/** An object that is made, changed or deleted. */
export interface ObjectChange {
  readonly of: "object";
  readonly action: "create" | "update" | "delete";
  readonly kind: ObjectKind;
  /** Name of the organization it belongs to; absent for what belongs to the installation. */
  readonly organization?: string;
  readonly name: string;
  /** Id of what is there. */
  readonly id?: string;
  readonly fields: readonly FieldChange[];
}

/** What a file is compared for. */
export interface PlanOptions {
  /** Delete what is not in the file, of the kinds that are. */
  readonly prune: boolean;
  /** Set the secrets that the file refers to; what is stored cannot be compared with them. */
  readonly secrets: boolean;
}

/** What is found, while it is found. */
interface Findings extends PlanOptions {
  readonly api: LocalApi;
  readonly changes: Change[];
  readonly problems: string[];
}

/**
 * What has to change for the installation to be as the file says, in the order in which it can be done.
 * @throws ConfigError with everything in the file that cannot be
 */
export async function planConfig(
  api: LocalApi,
  wanted: ConfigDocument,
  options: PlanOptions,
): Promise<readonly Change[]> {
  const findings: Findings = { ...options, api, changes: [], problems: [] };
  const organizations = new Map(
    (await api.list("orgs/orgs/")).map(({ id, name }) => [String(name), String(id)]),
  );
  const announced = wanted.installation.organizations?.map(({ name }) => String(name)) ?? [];
  compareSettings(findings, wanted.settings, await readSettings(api));
  for (const kind of installationKinds) {
    const objects = wanted.installation[kind.key];
    if (objects !== undefined) compareKind(findings, kind, objects, await readKind(api, kind, undefined));
  }
  for (const [organization, content] of Object.entries(wanted.organizations)) {
    const id = organizations.get(organization);
    if (id === undefined && !announced.includes(organization)) {
      findings.problems.push(`There is no organization "${organization}".`);
      continue;
    }
    for (const kind of organizationKinds) {
      const objects = content[kind.key];
      if (objects === undefined) continue;
      const state = await readKind(api, kind, id);
      // A new organization has nothing yet; what was read is that of another one.
      const present = id === undefined ? { ...state, objects: new Map<string, Answer>() } : state;
      compareKind(findings, kind, objects, present, organization);
    }
  }
  if (findings.problems.length > 0) throw new ConfigError(findings.problems);
  return findings.changes;
}

function compareSettings(findings: Findings, wanted: FileObject, state: SettingsState): void {
  const byCategory = new Map<string, FieldChange[]>();
  for (const [key, value] of Object.entries(wanted)) {
    const category = state.categories.get(key);
    const field = state.fields[key];
    if (category === undefined || field === undefined) {
      findings.problems.push(`settings.${key}: there is no such setting.`);
      continue;
    }
    const change = compareField(findings, `settings.${key}`, key, value, field, state.values.get(key));
    if (change !== null) byCategory.set(category, [...(byCategory.get(category) ?? []), change]);
  }
  for (const [category, fields] of byCategory) findings.changes.push({ of: "settings", category, fields });
}

function compareKind(
  findings: Findings,
  kind: ObjectKind,
  wanted: readonly FileObject[],
  { fields, objects }: KindState,
  organization?: string,
): void {
  const inside = organization === undefined ? {} : { organization };
  for (const object of wanted) {
    const name = String(object.name);
    const place = `${organization === undefined ? "" : `${organization}: `}${kind.singular} "${name}"`;
    const present = objects.get(name);
    const changed: FieldChange[] = [];
    for (const [key, value] of Object.entries(object)) {
      const field = fields[key];
      if (field === undefined) {
        findings.problems.push(`${place}: "${key}" is no field that can be set.`);
        continue;
      }
      const isExtra = key === kind.extra?.name;
      const described = isExtra
        ? { type: "tree" }
        : kind.chosen?.[key] !== undefined
          ? { type: "field" }
          : field;
      if (isExtra) checkExtra(findings, place, kind.extra, value);
      const before = present === undefined ? undefined : (present[key] ?? null);
      const change = compareField(findings, `${place}: ${key}`, key, value, described, before);
      if (change === null) continue;
      if (present !== undefined && kind.fixed?.includes(key) === true) {
        findings.problems.push(`${place}: ${key} cannot be changed.`);
      }
      changed.push(change);
    }
    if (present === undefined) {
      findings.changes.push({ of: "object", action: "create", kind, ...inside, name, fields: changed });
    } else if (changed.length > 0) {
      const id = String(present.id);
      findings.changes.push({ of: "object", action: "update", kind, ...inside, name, id, fields: changed });
    }
  }
  if (!findings.prune) return;
  const kept = new Set(wanted.map(({ name }) => name));
  for (const [name, object] of objects) {
    if (kept.has(name) || kind.isBuiltin?.(object) === true) continue;
    const id = String(object.id);
    findings.changes.push({ of: "object", action: "delete", kind, ...inside, name, id, fields: [] });
  }
}

/** Notes what is wrong with a value that the API takes in another form. */
function checkExtra(
  { problems }: Findings,
  place: string,
  extra: ExtraField | undefined,
  value: FileValue,
): void {
  try {
    extra?.toWire(value instanceof SecretReference ? String(value) : value);
  } catch (error) {
    problems.push(`${place}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What becomes of a field; null when it is as the file says. */
function compareField(
  findings: Findings,
  place: string,
  name: string,
  after: FileValue,
  field: Parameters<typeof holds>[2],
  before: Json | undefined,
): FieldChange | null {
  if (after instanceof SecretReference) return findings.secrets ? { name, after } : null;
  if (field.write_only === true) {
    findings.problems.push(`${place} is a secret. Write "!env NAME" or "!file PATH" in place of its value.`);
    return null;
  }
  if (before === undefined) return { name, after };
  return holds(after, before, field) ? null : { name, before: toFileValue(before, field), after };
}
