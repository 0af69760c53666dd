import { type RawBuilder, sql } from "kysely";
import { recordOperation } from "../../../engine/audit/index.ts";
import { ApiError, BadRequest } from "../../../engine/errors.ts";
import { caller, type RouteContext, type RouteDeclaration } from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { defineJob, queueJob } from "../../../engine/jobs/index.ts";
import type { Json } from "../../../engine/json.ts";
import {
  boolean,
  envelope,
  escapeLike,
  text as line,
  list,
  parseBody,
  readPage,
  uuid,
} from "../../../engine/resource/index.ts";
import { usersTable } from "../../users/index.ts";
import { access } from "./check-routes.ts";
import { failureLines, importableGroups, importableOrganizations, importPeople } from "./import-people.ts";
import { followState, savedTarget } from "./import-task.ts";
import { LdapFailure } from "./ldap-failure.ts";
import { beginRefresh, forgetPeople, readPeople, refreshState } from "./people-cache.ts";
import { failureMessage, text } from "./texts.ts";

/** Reads everybody for those who wait for the list. */
export const refreshJob = defineJob<{ readonly refresh: number }>({
  name: "ldap.read-people",
  attempts: 1,
  async run(services, { refresh }) {
    // What went wrong is kept with the reading.
    await readPeople(services, refresh).catch(() => undefined);
  },
});

const refuse = (status: number, key: "msg" | "error", message: Message): ApiError =>
  new ApiError(status, "error", message, { [key]: message });

/** Whether the list as it was read before will do; else the directory is asked now. */
const takesCache = ({ query }: RouteContext): boolean =>
  ["1", "true"].includes((query.get("cache_police") ?? "true").toLowerCase());

/** Reads everybody before anything is answered. */
async function readNow(context: RouteContext): Promise<number> {
  const { services } = context;
  const refresh = await beginRefresh(services.db);
  if (refresh === null) throw refuse(409, "msg", text.reading);
  try {
    await readPeople(services, refresh);
    return refresh;
  } catch (error) {
    if (!(error instanceof LdapFailure)) throw error;
    throw refuse(400, "msg", failureMessage(error));
  }
}

/**
 * Makes sure that there is a list; starts reading it where not.
 * @throws ApiError 409 while it is being read, 400 when that failed
 */
async function requireList(context: RouteContext): Promise<number> {
  const { services } = context;
  const state = await refreshState(services.db);
  if (state.state === "done") return state.refresh;
  if (state.state === "running") throw refuse(409, "msg", text.reading);
  if (state.state === "failed") {
    const { problem, said } = state;
    throw refuse(400, "error", problem === null ? text.refreshLost : failureMessage({ problem, said }));
  }
  const refresh = await beginRefresh(services.db);
  if (refresh !== null) await queueJob(services, refreshJob, { refresh });
  throw refuse(409, "msg", text.reading);
}

const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  id: sql`p.username_key`,
  username: sql`p.username_key`,
  name: sql`lower(p.name)`,
  email: sql`lower(p.email)`,
  groups: sql`p.groups`,
  existing: sql`existing`,
};

function orderOf(given: string | undefined): RawBuilder<unknown> {
  const named = given ?? "existing";
  const by = orders[named.replace(/^-/, "")] ?? orders.existing;
  return sql`${by} ${named.startsWith("-") ? sql`desc` : sql`asc`}, p.username_key`;
}

const rowFields = {
  id: line({ label: text.username, readOnly: true }),
  username: line({ label: text.username, readOnly: true }),
  name: line({ label: text.name, readOnly: true }),
  email: line({ label: text.email, readOnly: true }),
  groups: list({ label: text.groups, readOnly: true, child: line({ label: text.groups }) }),
  existing: boolean({ label: text.existing, readOnly: true }),
};

/** Everybody of the directory, as it was last read. Contract: docs/contract/settings.md, "LDAP". */
const usersRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/settings/ldap/users/",
  access,
  title: "Ldap Users Api",
  fields: { GET: rowFields },
  handle: async (context, { url }) => {
    const { db, query } = context;
    if (takesCache(context)) await requireList(context);
    else await readNow(context);
    const terms = (query.get("search") ?? "").replaceAll("\0", "").toLowerCase().split(/\s+/).filter(Boolean);
    const conditions = terms.map((term) => {
      const like = `%${escapeLike(term)}%`;
      return sql`(p.username_key like ${like} or lower(p.name) like ${like} or lower(p.email) like ${like})`;
    });
    const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
    const page = readPage(query);
    const window = page === null ? sql`` : sql`limit ${page.limit} offset ${page.offset}`;
    const { rows } = await sql<Record<string, Json>>`
      select p.username as id, p.username, p.name, p.email, p.groups, exists (
        select 1 from ${usersTable} u where lower(normalize(u.username, NFKC)) = p.username_key
      ) as existing
      from ldap_people p where ${where} order by ${orderOf(query.get("order"))} ${window}
    `.execute(db);
    if (page === null) return { body: rows };
    const counted = await sql<{
      count: number;
    }>`select count(*)::int as count from ldap_people p where ${where}`.execute(db);
    return { body: envelope(caller(context), url, page, counted.rows[0]?.count ?? 0, rows) };
  },
};

const importFields = {
  username_list: list({
    label: text.people,
    required: true,
    maxItems: 10_000,
    child: line({ label: text.username, required: true }),
  }),
  org_ids: list({ label: text.organizations, child: uuid({ label: text.organizations }) }),
  group_ids: list({ label: text.userGroups, child: uuid({ label: text.userGroups }) }),
};

/** Stands for everybody in a list of usernames. */
const everyone = "*";

/**
 * Imports people of the list, or everybody, straight from the directory. Answers when it is done.
 * Contract: docs/contract/settings.md, "LDAP".
 */
const importRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/settings/ldap/users/import/",
  access,
  title: "Ldap User Import Api",
  // It writes in transactions of its own, and waits for somebody else's server.
  transaction: false,
  fields: { POST: importFields },
  handle: async (context, { body }) => {
    const { services, language } = context;
    const known = caller(context);
    const given = await parseBody(known, importFields, body);
    const usernames = given.username_list as readonly string[];
    const ids = (given.org_ids as readonly string[] | undefined) ?? [context.organization.id];
    const organizations = await importableOrganizations(services.db, ids);
    if (organizations.length < new Set(ids).size || organizations.length === 0) {
      throw refuse(400, "error", text.unknownOrganization);
    }
    const chosen = organizations.map(({ id }) => id);
    const isEveryone = usernames.includes(everyone);
    const refresh = isEveryone || !takesCache(context) ? await readNow(context) : await requireList(context);
    const target = {
      ...(await savedTarget(services, refresh)),
      organizations: chosen,
      groups: await importableGroups(
        services.db,
        (given.group_ids as readonly string[] | undefined) ?? [],
        chosen,
      ),
      isStrict: false,
      remoteAddress: context.remoteAddress,
    };
    const result = await importPeople(services, target, isEveryone ? null : usernames);
    await followState(services, result, refresh);
    const users = result.created + result.changed + result.unchanged;
    await recordOperation(known, {
      action: "create",
      type: text.directory,
      id: "ldap",
      name: `${users} (${organizations.map(({ name }) => name).join(", ")})`,
    });
    if (result.failed > 0) {
      const errors = failureLines(result.failures, translate, language);
      throw new BadRequest("error", text.notAll, { errors, error: text.notAll });
    }
    if (users + result.skipped === 0) throw refuse(400, "msg", text.nobodyChosen);
    const names = organizations.map(({ name }) => name).join(", ");
    const told = withParameters(text.imported, { users, organizations: names });
    return { body: { msg: translate(told, language) } };
  },
};

/** Forgets the list, so that the next look at it reads it anew. Contract: docs/contract/settings.md, "LDAP". */
const forgetRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/settings/ldap/cache/refresh/",
  access,
  title: "Ldap Cache Refresh Api",
  fields: { GET: {} },
  handle: async ({ services }) => {
    await forgetPeople(services.db);
    return { body: { msg: "success" } };
  },
};

/** The list of the directory's people, and importing them. */
export const peopleRoutes = [usersRoute, importRoute, forgetRoute];
