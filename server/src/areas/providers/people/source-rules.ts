import type { Kysely } from "kysely";
import { createVersionedCache, type VersionedCache } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import type { AccessVersion, Services, SettingsPort } from "../../../engine/services.ts";
import type { Grant, SourceRule } from "./grants.ts";
import type { ArrivalRules } from "./plan-arrival.ts";
import type { ArrivalPolicy, ForeignSource, PersonField } from "./source-person.ts";

/** The rules of each source as of an access version, which each change of a rule moves on; for each database. */
const caches = new WeakMap<Kysely<Database>, VersionedCache<readonly SourceRule[]>>();

/** The rules of roles and groups of a source, read once for every access version. */
function keptSourceRules(
  db: Kysely<Database>,
  source: ForeignSource,
  version: AccessVersion,
): Promise<readonly SourceRule[]> {
  const cache = caches.get(db) ?? createVersionedCache<readonly SourceRule[]>(20);
  caches.set(db, cache);
  return cache.get(source, version, () => readSourceRules(db, source));
}

/** The rules of roles and groups of a source. */
export async function readSourceRules(
  db: Kysely<Database>,
  source: ForeignSource,
): Promise<readonly SourceRule[]> {
  const rows = await db
    .selectFrom("source_rules")
    .select(["attribute", "value", "role_id", "org_id", "group_id"])
    .where("source", "=", source)
    .execute();
  return rows.flatMap(({ attribute, value, role_id: roleId, org_id: organizationId, group_id: groupId }) => {
    const grant: Grant | null =
      groupId !== null ? { groupId } : roleId !== null ? { roleId, organizationId } : null;
    return grant === null ? [] : [{ attribute, value, grant }];
  });
}

/** Where the settings say what becomes of people of a source; what is left out holds for every source alike. */
export interface PolicySettings {
  /** Boolean: whether unknown people become users. Default: a setting for all sources alone says so. */
  readonly creates?: string;
  /** Boolean: whether known users follow the source, and what of them does. */
  readonly alwaysUpdates: { readonly key: string; readonly fields: readonly PersonField[] };
  /** List of domains. */
  readonly trustedDomains: string;
  /** Boolean. */
  readonly linksUsers: string;
}

/** What reading rules takes. */
export type RuleServices = Pick<Services, "db" | "settings">;

/**
 * What decides on people of a source: its rules, and the policy by its settings.
 * @param version the access version, where it was read just before
 */
export const readArrivalRules = async (
  { db, settings }: RuleServices,
  source: ForeignSource,
  policy: PolicySettings,
  version?: AccessVersion,
): Promise<ArrivalRules> => ({
  policy: await readPolicy(settings, policy),
  rules: await (version === undefined ? readSourceRules(db, source) : keptSourceRules(db, source, version)),
});

/** What this installation does with people of a source, by its settings. */
async function readPolicy(
  settings: SettingsPort,
  { creates, alwaysUpdates, trustedDomains, linksUsers }: PolicySettings,
): Promise<ArrivalPolicy> {
  const isOn = (key: string): Promise<boolean> => settings.get<boolean>(key);
  const domains = await settings.get<readonly string[]>(trustedDomains);
  return {
    creates: !(await isOn("ONLY_ALLOW_EXIST_USER_AUTH")) && (creates === undefined || (await isOn(creates))),
    updates: (await isOn(alwaysUpdates.key)) ? alwaysUpdates.fields : [],
    trustedDomains: domains.map((domain) => domain.toLowerCase()),
    linksUsers: await isOn(linksUsers),
    phoneCode: await settings.get<string>("PHONE_DEFAULT_COUNTRY_CODE"),
    emailSuffix: await settings.get<string>("EMAIL_SUFFIX"),
  };
}
