import type { Json } from "../engine/json.ts";
import type { Answer, LocalApi } from "./api.ts";
import type { ConfigDocument, FileObject, FileObjects } from "./document.ts";
import { installationKinds, type ObjectKind, organizationKinds } from "./kinds.ts";
import { type DescribedFields, readKind, readSettings } from "./state.ts";
import { toFileValue } from "./values.ts";

/** How much is written. */
export interface ExportOptions {
  /** Also settings that were never saved. */
  readonly all: boolean;
}

/** The configuration of the installation, in the form of a file. Write-only fields are not part of it. */
export async function readConfig(api: LocalApi, { all }: ExportOptions): Promise<ConfigDocument> {
  const { fields, values } = await readSettings(api);
  const saved = await api.savedSettings();
  const settings: Record<string, Json> = {};
  for (const [key, value] of values) {
    if (all || saved.has(key)) settings[key] = toFileValue(value, fields[key] ?? { type: "field" });
  }
  const organizations: Record<string, FileObjects> = {};
  for (const { id, name } of await api.list("orgs/orgs/")) {
    const objects = await readObjects(api, organizationKinds, String(id));
    if (Object.keys(objects).length > 0) organizations[String(name)] = objects;
  }
  return { settings, installation: await readObjects(api, installationKinds, undefined), organizations };
}

async function readObjects(
  api: LocalApi,
  kinds: readonly ObjectKind[],
  organization: string | undefined,
): Promise<FileObjects> {
  const read: Record<string, readonly FileObject[]> = {};
  for (const kind of kinds) {
    const { fields, objects } = await readKind(api, kind, organization);
    const own = [...objects.values()].filter((object) => kind.isBuiltin?.(object) !== true);
    const written = own.map((object) => toFileObject(kind, fields, object));
    if (written.length > 0)
      read[kind.key] = written.toSorted((a, b) => (String(a.name) < String(b.name) ? -1 : 1));
  }
  return read;
}

function toFileObject(kind: ObjectKind, fields: DescribedFields, object: Answer): FileObject {
  const names = Object.keys(fields).filter((name) => name in object && name !== "name");
  const values = names.map((name) => {
    const isReady = name === kind.extra?.name || kind.chosen?.[name] !== undefined;
    const value = object[name] ?? null;
    return [name, isReady ? value : toFileValue(value, fields[name] ?? { type: "field" })] as const;
  });
  return { name: object.name ?? "", ...Object.fromEntries(values) };
}
