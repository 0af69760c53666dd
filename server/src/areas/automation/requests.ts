import { sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import { ValidationError } from "../../engine/errors.ts";
import { text as common, withParameters } from "../../engine/i18n/index.ts";
import { isObject, type JsonObject, typeName } from "../../engine/json.ts";
import { isUuid } from "../../engine/resource/index.ts";
import { publishFor, type TaskDeclaration } from "../../engine/tasks/index.ts";
import { assetsTable } from "../assets/index.ts";

/** Most assets named in one request. */
export const mostAssets = 10_000;

/** Ids a body names under `field`: at least one, each a UUID. */
export function readIds(body: unknown, field: string): string[] {
  const given = isObject(body) ? body[field] : undefined;
  if (given === undefined) throw new ValidationError({ [field]: [common.required] });
  if (!Array.isArray(given)) {
    throw new ValidationError({ [field]: [withParameters(common.notList, { type: typeName(given) })] });
  }
  const ids = given.slice(0, mostAssets).map((item) => (isObject(item) ? (item.id ?? item.pk) : item));
  if (!ids.every((id): id is string => typeof id === "string" && isUuid(id))) {
    throw new ValidationError({ [field]: [common.notUuid] });
  }
  return [...new Set(ids)];
}

/** Something of an organization. */
export interface InScope {
  readonly id: string;
  readonly org_id: string;
}

/** Those of the assets that the caller may know of. */
export async function assetsInScope(
  { db, organization }: CallerContext,
  ids: readonly string[],
): Promise<readonly InScope[]> {
  const { rows } = await sql<InScope>`
    select id, org_id from ${assetsTable} where id = any(${[...ids]}::uuid[])
      and (${organization.isRoot} or org_id = ${organization.id}::uuid)
  `.execute(db);
  return rows;
}

/** The organization of all of them; null: they are of several, and the execution is the installation's. */
export const organizationOf = (assets: readonly InScope[]): string | null => {
  const organizations = new Set(assets.map(({ org_id: id }) => id));
  return organizations.size === 1 ? ([...organizations][0] ?? null) : null;
};

/** Queues a task for the caller; answers its number. */
export async function publish<Kwargs extends JsonObject>(
  context: CallerContext,
  task: TaskDeclaration<Kwargs>,
  kwargs: Kwargs,
  organizationId: string | null,
): Promise<{ status: number; body: JsonObject }> {
  return { status: 201, body: { task: await publishFor(context, task, kwargs, organizationId) } };
}
