import type { Json } from "../engine/json.ts";
import type { DemoApi } from "./api.ts";

/** A row of a list, as far as the demonstration looks at it. */
export interface ListedRow {
  readonly id: string;
  readonly name: string;
  readonly value?: string;
}

/** The rows of a list in an organization. */
export async function listed(
  api: DemoApi,
  path: string,
  organization: string,
): Promise<readonly ListedRow[]> {
  return (await api.call("GET", path, organization)) as never;
}

/** Which of the names the list does not have yet. */
export async function missingNames(
  api: DemoApi,
  path: string,
  organization: string,
  names: readonly string[],
): Promise<string[]> {
  const known = new Set((await listed(api, path, organization)).map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}

/** Makes what the list does not have yet of things that have a name. */
export async function addMissing(
  api: DemoApi,
  path: string,
  organization: string,
  bodies: readonly { readonly name: string; readonly [field: string]: Json }[],
): Promise<void> {
  const names = bodies.map((body) => body.name);
  const missing = await missingNames(api, path, organization, names);
  for (const body of bodies.filter(({ name }) => missing.includes(name)))
    await api.call("POST", path, organization, body);
}
