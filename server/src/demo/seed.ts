import "./tables.ts";
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { assetsTable, nodesTable } from "../areas/assets/index.ts";
import { countStepsFromNow } from "../areas/dashboards/index.ts";
import { installationIssuer, issueLicense } from "../areas/license/index.ts";
import { sendSiteMessage } from "../areas/notifications/index.ts";
import { organizationIds, organizationsTable } from "../areas/organizations/index.ts";
import { roleIds } from "../areas/roles/index.ts";
import { completeProfiles, usersTable } from "../areas/users/index.ts";
import { log } from "../engine/log.ts";
import type { Services } from "../engine/services.ts";
import { type DemoApi, openDemoApi } from "./api.ts";
import { makeCatalogue, startTasks } from "./catalogue.ts";
import { demoAssets, demoGrants, demoOrganizations } from "./estate.ts";
import { listed, missingNames } from "./listed.ts";
import { makeOperations, startDiscovery } from "./operations.ts";
import { makePastLogins } from "./past-logins.ts";
import { makePastSessions } from "./past-sessions.ts";
import { demoPeople } from "./people.ts";
import { offerShell } from "./shell-asset.ts";

/** A sign-in of the demonstration, told once. */
export interface DemoSignIn {
  readonly username: string;
  readonly password: string;
}

/** Letters, digits and two signs: nothing a template or a shell would read. */
const newPassword = (): string => `${randomBytes(12).toString("base64url")}9a`;

const organizationRoles = {
  admin: roleIds.organizationAdmin,
  auditor: roleIds.organizationAuditor,
  user: roleIds.organizationUser,
} as const;

/**
 * Fills an installation with a demonstration, once: what is there already stays as it is, so an interrupted run is
 * completed by the next one. Answers the sign-ins it made, or null when the demonstration was complete.
 */
export async function seedDemo(fastify: FastifyInstance, services: Services): Promise<DemoSignIn[] | null> {
  const { db } = services;
  const admin = await db
    .selectFrom(usersTable.as("users"))
    .select("id")
    .where("username", "=", "admin")
    .executeTakeFirstOrThrow();
  const api = await openDemoApi(fastify, services, admin.id);
  try {
    const { rows } = await sql`select 1 from demo_seed`.execute(db);
    if (rows.length > 0) {
      await offerShell(api, services, admin.id);
      return null;
    }
    const startedAt = Date.now();
    await importLicense(api, services);
    const organizations = await makeOrganizations(api, services);
    const signIns = await makePeople(api, services, organizations, admin.id);
    for (const [index, name] of demoOrganizations.entries()) {
      await makeAssets(api, services, name, organizations[index] ?? organizationIds.default);
    }
    for (const [index, name] of demoOrganizations.entries()) {
      await makeCatalogue(api, name, organizations[index] ?? organizationIds.default, newPassword);
    }
    await makeGrants(api, services, organizations);
    await offerShell(api, services, admin.id);
    await makeOperations(api, fastify, services, admin.id);
    await replacePasswords(api);
    const now = new Date();
    await makePastSessions(services, now);
    await db.transaction().execute(async (transaction) => {
      const within = { ...services, db: transaction };
      await makePastLogins(within, now);
      await sendMessages(within, admin.id);
      await sql`insert into demo_seed default values`.execute(transaction);
      // What was made up is nothing that somebody has done.
      await countStepsFromNow(transaction, organizations);
    });
    await startTasks(api);
    await startDiscovery(api);
    log.info({ milliseconds: Date.now() - startedAt }, "demonstration data made");
    return signIns;
  } finally {
    await api.close();
  }
}

async function importLicense(
  api: DemoApi,
  { config, settings }: Pick<Services, "config" | "settings">,
): Promise<void> {
  if (await settings.get<boolean>("XPACK_LICENSE_IS_VALID")) return;
  const request = { corporation: "Sallyport demonstration", assets: 1_000, days: 365, edition: "Demo" };
  const file = issueLicense(installationIssuer(config), request, new Date());
  await api.call("POST", "xpack/license/import", organizationIds.default, { file });
}

/** Ids in the order of the names; the first is the default organization whatever it is called. */
async function makeOrganizations(api: DemoApi, { db }: Pick<Services, "db">): Promise<string[]> {
  const [, ...names] = demoOrganizations;
  const ids: string[] = [organizationIds.default];
  for (const name of names) {
    const find = () =>
      db.selectFrom(organizationsTable.as("o")).select("id").where("name", "=", name).executeTakeFirst();
    if ((await find()) === undefined) await api.call("POST", "orgs/orgs/", organizationIds.default, { name });
    ids.push((await find())?.id ?? "");
  }
  return ids;
}

async function makePeople(
  api: DemoApi,
  { db }: Pick<Services, "db">,
  organizations: readonly string[],
  adminId: string,
): Promise<DemoSignIn[]> {
  const signIns: DemoSignIn[] = [];
  const idOf = async (username: string): Promise<string | undefined> =>
    (
      await db
        .selectFrom(usersTable.as("users"))
        .select("id")
        .where("username", "=", username)
        .executeTakeFirst()
    )?.id;
  for (const { username, name, roles, isShown = false, isActive = true } of demoPeople) {
    const homes = roles.flatMap((role, index) =>
      role === null ? [] : [{ id: organizations[index] ?? "", role: organizationRoles[role] }],
    );
    if ((await idOf(username)) === undefined) {
      const password = newPassword();
      await api.call("POST", "users/users/", homes[0]?.id ?? organizationIds.default, {
        username,
        name,
        email: `${username}@example.com`,
        password_strategy: "custom",
        password,
        system_roles: [roleIds.systemUser],
        org_roles: homes.slice(0, 1).map(({ role }) => role),
        is_active: isActive,
      });
      if (isShown) signIns.push({ username, password });
    }
    const id = (await idOf(username)) ?? "";
    for (const { id: organization, role } of homes.slice(1)) {
      await api.call("POST", "users/users/invite/", organization, { users: [id], org_roles: [role] });
    }
  }
  for (const organization of organizations) {
    await api.call("POST", "users/users/invite/", organization, {
      users: [adminId],
      org_roles: [roleIds.organizationAdmin],
    });
  }
  // Nobody of a demonstration has a profile to complete first.
  await completeProfiles(
    db,
    demoPeople.map(({ username }) => username),
  );
  await makeGroups(api, organizations, idOf);
  return signIns;
}

async function makeGroups(
  api: DemoApi,
  organizations: readonly string[],
  idOf: (username: string) => Promise<string | undefined>,
): Promise<void> {
  for (const [index, organization] of organizations.entries()) {
    const members = new Map<string, string[]>();
    for (const { username, roles, groups } of demoPeople) {
      if ((roles[index] ?? null) === null) continue;
      const id = (await idOf(username)) ?? "";
      for (const group of groups) members.set(group, [...(members.get(group) ?? []), id]);
    }
    const missing = await missingNames(api, "users/groups/", organization, [...members.keys()]);
    for (const name of missing) {
      await api.call("POST", "users/groups/", organization, { name, users: members.get(name) ?? [] });
    }
  }
}

/** Passwords an administrator set: nobody knows the ones before either. */
async function replacePasswords(api: DemoApi): Promise<void> {
  const organization = organizationIds.default;
  if ((await listed(api, "audits/password-change-logs/", organization)).length > 0) return;
  for (const username of ["j.keller", "s.novak", "p.silva"]) {
    const [user] = await listed(api, `users/users/?username=${username}`, organization);
    if (user === undefined) continue;
    await api.call("PATCH", `users/users/${user.id}/password/`, organization, { password: newPassword() });
  }
}

async function makeAssets(
  api: DemoApi,
  { db }: Pick<Services, "db">,
  name: (typeof demoOrganizations)[number],
  organization: string,
): Promise<void> {
  const rows = await db
    .selectFrom(assetsTable.as("assets"))
    .select("name")
    .where("org_id", "=", organization)
    .execute();
  const known = new Set(rows.map((row) => row.name));
  for (const [collection, bodies] of demoAssets(name, newPassword)) {
    const missing = bodies.filter((body) => !known.has(String(body.name)));
    for (let first = 0; first < missing.length; first += 100) {
      await api.call("POST", `assets/${collection}/`, organization, missing.slice(first, first + 100));
    }
  }
}

async function makeGrants(
  api: DemoApi,
  { db }: Pick<Services, "db">,
  organizations: readonly string[],
): Promise<void> {
  for (const [index, organization] of organizations.entries()) {
    const own = demoGrants.filter((grant) => grant.organization === demoOrganizations[index]);
    const path = "perms/asset-permissions/";
    const missing = await missingNames(
      api,
      path,
      organization,
      own.map(({ name }) => name),
    );
    const groups = await listed(api, "users/groups/", organization);
    const nodes = await db
      .selectFrom(nodesTable.as("nodes"))
      .select(["id", "full_value"])
      .where("org_id", "=", organization)
      .execute();
    const people = await db.selectFrom(usersTable.as("users")).select(["id", "username"]).execute();
    const bodies = own
      .filter(({ name }) => missing.includes(name))
      .map((grant) => ({
        name: grant.name,
        user_groups: groups.filter(({ name }) => grant.groups?.includes(name)).map(({ id }) => id),
        users: people.filter(({ username }) => grant.users?.includes(username)).map(({ id }) => id),
        nodes: nodes
          .filter(({ full_value }) =>
            grant.nodes.some((node) => full_value.replace(/^\/[^/]*\//, "") === node),
          )
          .map(({ id }) => id),
        accounts: [...grant.accounts],
        is_active: grant.isActive ?? true,
        date_start: new Date(Date.now() - 60 * 86_400_000).toISOString(),
        ...(grant.days === undefined
          ? {}
          : { date_expired: new Date(Date.now() + grant.days * 86_400_000).toISOString() }),
      }));
    for (const body of bodies) await api.call("POST", path, organization, body);
  }
}

async function sendMessages(services: Pick<Services, "db" | "events">, adminId: string): Promise<void> {
  const messages: readonly (readonly [string, string])[] = [
    ["Welcome to the demonstration", "<p>Everything here is made up. Look around, change it, break it.</p>"],
    [
      "Permissions about to expire",
      "<p>These end within three days:</p><ul><li>Vendor maintenance window</li><li>Instruments (Research)</li></ul>",
    ],
    [
      "A host key to look at",
      "<p>When a machine answers with <b>another host key</b>, its sessions are refused.</p>",
    ],
  ];
  for (const [subject, message] of messages) {
    await sendSiteMessage(services, { subject, message, userIds: [adminId] });
  }
}
