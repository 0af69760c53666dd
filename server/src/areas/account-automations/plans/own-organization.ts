import { type RawBuilder, sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { text as common, withParameters } from "../../../engine/i18n/index.ts";
import { assetsTable, nodesTable } from "../../assets/index.ts";
import { userRoles } from "../../roles/index.ts";
import { usersTable } from "../../users/index.ts";

/** What a plan may name. */
type Named = "assets" | "nodes" | "people";

const belonging: Readonly<Record<Named, (organizationId: string) => RawBuilder<unknown>>> = {
  assets: (id) => sql`select r.id from ${assetsTable} r where r.org_id = ${id}::uuid`,
  nodes: (id) => sql`select r.id from ${nodesTable} r where r.org_id = ${id}::uuid`,
  people: (id) => sql`select r.id from ${usersTable} r where ${userRoles.isMember("r.id", id)}`,
};

/**
 * In the view over all organizations a plan may still only name what belongs to its own.
 * @param kind what `field` names
 * @throws ValidationError on `field`
 */
export async function refuseForeign(
  { db, organization }: CallerContext,
  organizationId: string,
  kind: Named,
  { field, ids }: { readonly field: string; readonly ids: readonly string[] | undefined },
): Promise<void> {
  if (!organization.isRoot || ids === undefined || ids.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    ${belonging[kind](organizationId)} and r.id = any(${[...ids]}::uuid[])
  `.execute(db);
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return;
  throw new ValidationError({
    [field]: missing.slice(0, 20).map((pk) => withParameters(common.objectMissing, { pk })),
  });
}
