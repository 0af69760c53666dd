import { sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import { ApiError } from "../../engine/errors.ts";
import type { JsonObject } from "../../engine/json.ts";
import { openRoute, type Route } from "../../transport/ssh/index.ts";
import { TargetFailure } from "../../transport/targets/index.ts";
import { activeGateway } from "../accounts/index.ts";
import { assetsTable } from "../assets/index.ts";
import { pinFirstHostKey, pinnedHostKey, reportHostKeyMismatch } from "../sessions/index.ts";
import { text } from "./tool-texts.ts";
import { ToolRefused } from "./way.ts";

/** What somebody needs in the organization of a gateway, beside the tools, to look around from it. */
const needed = ["assets.view_gateway", "assets.test_assetconnectivity"];

/** Milliseconds that connecting to a gateway, and again signing in there, may take. */
const longestConnect = 15_000;

/** A gateway as a request names it. */
export interface NamedGateway {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
}

/** The gateway a request asks for; null: none, the tool runs from this server. */
export function askedGateway({ gateway }: JsonObject): string | null {
  return gateway === undefined || gateway === null || gateway === "" ? null : String(gateway);
}

/** The gateway of an id, where the caller may look around from it; null otherwise. */
export async function findUsableGateway(context: CallerContext, id: string): Promise<NamedGateway | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return null;
  const { services, principal, accessVersion } = context;
  const { rows } = await sql<{ id: string; name: string; org_id: string }>`
    select id, name, org_id from ${assetsTable} where id = ${id}::uuid
  `.execute(services.db);
  const [row] = rows;
  if (row === undefined) return null;
  const organization = await services.organizations.resolve(row.org_id, accessVersion);
  const held = await services.permissions.permissions(principal, organization, accessVersion);
  if (!needed.every((code) => held.has(code))) return null;
  return { id: row.id, name: row.name, organizationId: row.org_id };
}

/**
 * Signs in to a gateway with its account.
 * @param use id of the use of the tool, for the report of a host key that changed
 * @throws ToolRefused where there is no such gateway, or it does not let in
 */
export async function openGateway(
  { services, principal }: CallerContext,
  gateway: NamedGateway,
  { use, signal }: { readonly use: string; readonly signal: AbortSignal },
): Promise<Route> {
  const { db } = services;
  try {
    const hop = await activeGateway(services, gateway.id);
    if (hop === null) throw new ToolRefused(text.noGateway);
    return await openRoute([hop], {
      timeout: longestConnect,
      signal,
      hostKeys: {
        get: (target) => pinnedHostKey(db, target),
        pinFirst: (target, key) => pinFirstHostKey(db, target, key),
        reportMismatch: (target, { offered }) =>
          reportHostKeyMismatch(db, target, { offered, userId: principal.id, sessionId: use }),
      },
    });
  } catch (error) {
    if (error instanceof TargetFailure) throw new ToolRefused(error.detail);
    // The vault does not give its secret.
    if (error instanceof ApiError) throw new ToolRefused(error.detail);
    throw error;
  }
}
