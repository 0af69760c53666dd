import type { Permissions, RequestContext } from "../../engine/access/index.ts";
import { readAccessVersion } from "../../engine/http/index.ts";
import type { Language } from "../../engine/i18n/index.ts";
import {
  knownTimeZone,
  type Presented,
  prepareResource,
  presentRows,
  readQuery,
  rowsByKey,
} from "../../engine/resource/index.ts";
import type { Services } from "../../engine/services.ts";
import { sessionsResource } from "./sessions.ts";

const prepared = prepareResource(sessionsResource);

const none: Permissions = {
  isSuperuser: false,
  isOrganizationAdmin: false,
  has: () => false,
  list: () => [],
};

/** A session as `GET terminal/sessions/{id}/` shows it, for the gateway to pass on to its client. */
export async function presentSession(
  services: Services,
  id: string,
  language: Language,
): Promise<Presented & { readonly id: string }> {
  const accessVersion = await readAccessVersion(services);
  const { org_id: organizationId } = await services.db
    .selectFrom("sessions")
    .select("org_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const context: RequestContext = {
    principal: null,
    credential: "system",
    session: null,
    credentialKey: null,
    signedInAt: null,
    organization: await services.organizations.resolve(organizationId, accessVersion),
    permissions: none,
    language,
    timeZone: knownTimeZone(undefined),
    remoteAddress: "",
    query: readQuery(""),
    format: "json",
    db: services.db,
    services,
    accessVersion,
    afterCommit: () => undefined,
  };
  const rows = await rowsByKey(prepared, context, [id], prepared.fields);
  const [presented] = await presentRows(rows, prepared.fields, context);
  return { ...presented, id };
}
