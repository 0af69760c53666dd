import type { Kysely } from "kysely";
import { createVersionedCache, type Organization } from "../../engine/access/index.ts";
import type { Database } from "../../engine/database/index.ts";
import type { AccessVersion, OrganizationPort, SettingsPort } from "../../engine/services.ts";
import { organizationIds, toOrganization } from "./well-known.ts";
import "./tables.ts";

interface Directory {
  readonly byId: ReadonlyMap<string, Organization>;
  readonly byName: ReadonlyMap<string, Organization>;
}

/** What the organization port works with. */
export interface OrganizationPortOptions {
  readonly db: Kysely<Database>;
  readonly settings: SettingsPort;
}

/**
 * Resolves the organization a request names: id, name, or the aliases `default` and `root` (any case, also
 * `GLOBAL`). Anything unknown is the default organization; what the caller may do there is decided later.
 * Contract: docs/contract/identity.md, "Current organization".
 */
export function createOrganizationPort({ db, settings }: OrganizationPortOptions): OrganizationPort {
  const cache = createVersionedCache<Directory>(1);

  async function read(): Promise<Directory> {
    const rows = await db.selectFrom("organizations").select(["id", "name", "comment"]).execute();
    const all = rows.map(toOrganization);
    return {
      byId: new Map(all.map((organization) => [organization.id, organization])),
      byName: new Map(all.map((organization) => [organization.name, organization])),
    };
  }
  const directory = (version: AccessVersion): Promise<Directory> => cache.get("all", version, read);

  async function root(): Promise<Organization> {
    const name = await settings.get<string>("GLOBAL_ORG_DISPLAY_NAME");
    return toOrganization({ id: organizationIds.root, name: name === "" ? "GLOBAL" : name, comment: "" });
  }

  return {
    async resolve(selector, version) {
      const wanted = selector?.trim() ?? "";
      const lower = wanted.toLowerCase();
      if (lower === "root" || lower === "global" || lower === organizationIds.root) return root();
      const { byId, byName } = await directory(version);
      const found = lower === "default" ? undefined : (byId.get(lower) ?? byName.get(wanted));
      const fallback = byId.get(organizationIds.default);
      if (found !== undefined) return found;
      if (fallback === undefined) throw new Error("the default organization is missing from the database");
      return fallback;
    },
    async name(id, version) {
      if (id === organizationIds.root) return (await root()).name;
      return (await directory(version)).byId.get(id)?.name ?? "";
    },
  };
}
