import { type RawBuilder, sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import { type AttributeFilter, filterCondition } from "../../../engine/attribute-filter/index.ts";
import type { Row } from "../../../engine/resource/index.ts";
import { accountsTable } from "../../accounts/index.ts";
import { assetFilterSubject, assetsTable } from "../../assets/index.ts";
import { loginLogsTable } from "../../credentials/index.ts";
import { organizationIds } from "../../organizations/index.ts";
import { userFilterSubject } from "../../roles/index.ts";
import { commandsTable, sessionsTable } from "../../sessions/index.ts";
import { usersTable } from "../../users/index.ts";
import { signInsOf } from "../login-logs.ts";

/** Which records are looked at: those of a time, of an organization, of whom and what a draft is about. */
export interface RecordScope {
  readonly since: Date;
  readonly users: readonly AttributeFilter[];
  readonly assets: readonly AttributeFilter[];
  /** Organization whose records count; null: all. */
  readonly organizationId: string | null;
  /** Organization in which groups and roles of people count; null: in all. */
  readonly membershipIn: string | null;
}

type Condition = RawBuilder<boolean>;

const allOf = (conditions: readonly (Condition | null)[]): Condition =>
  sql<boolean>`${sql.join([sql`true`, ...conditions.filter((one) => one !== null)], sql` and `)}`;

/** Narrows a column to the objects that one of the filters fits; null where one fits all. */
async function among(
  { services }: Pick<CallerContext, "services">,
  column: string,
  kind: "users" | "assets",
  { users, assets, membershipIn }: RecordScope,
): Promise<Condition | null> {
  const filters = kind === "users" ? users : assets;
  if (filters.some(({ type }) => type === "all")) return null;
  const organization = { id: membershipIn ?? organizationIds.root, isRoot: membershipIn === null };
  const conditions: Condition[] = [];
  for (const filter of filters) {
    const scope = { services, organization };
    conditions.push(
      kind === "users"
        ? await filterCondition(userFilterSubject, filter, scope)
        : await filterCondition(assetFilterSubject, filter, scope),
    );
  }
  if (conditions.length === 0) return sql<boolean>`false`;
  const table = kind === "users" ? usersTable : assetsTable;
  return sql<boolean>`${sql.ref(column)} in (select t.id from ${table} t where ${sql.join(conditions, sql` or `)})`;
}

/** What is known of a sign-in. */
export interface SignInRecord extends Row {
  readonly id: string;
  readonly at: Date;
  readonly user_id: string;
  readonly user: string;
  readonly remote_addr: string;
}

/** Sign-ins that succeeded, and those that rules refused, newest first; of people, who are still there. */
export async function signInRecords(context: CallerContext, scope: RecordScope): Promise<RawBuilder<Row>> {
  const where = allOf([
    sql<boolean>`l.datetime >= ${scope.since} and (l.status or l.reason = 'acl_not_allow')`,
    sql<boolean>`not p.is_service_account`,
    signInsOf("l.username", context.organization),
    await among(context, "p.id", "users", scope),
  ]);
  return sql<Row>`
    select l.id, l.datetime as at, p.id as user_id, l.username as "user", l.ip as remote_addr
    from ${loginLogsTable} l join ${usersTable} p on p.username = l.username
    where ${where} order by l.datetime desc
  `;
}

/** What is known of a connection. */
export interface ConnectionRecord extends Row {
  readonly id: string;
  readonly at: Date;
  readonly user_id: string;
  readonly user: string;
  readonly asset_id: string;
  readonly asset: string;
  readonly account: string;
  /** Id, or the special alias of an account that is not stored. */
  readonly account_id: string;
  /** User name of a stored account that is still there. */
  readonly username: string | null;
  readonly remote_addr: string;
  readonly login_from: string;
  readonly protocol: string;
}

const connectionColumns = sql`s.user_id, s."user", s.asset_id, s.asset, s.account, s.account_id, a.username,
  s.remote_addr, s.login_from, s.protocol`;

const accountOfSession = sql`left join ${accountsTable} a
  on a.id = case when s.account_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then s.account_id::uuid end`;

const inOrganization = (column: string, { organizationId }: RecordScope): Condition | null =>
  organizationId === null ? null : sql<boolean>`${sql.ref(column)} = ${organizationId}::uuid`;

/** Whose connections count: of people and to assets that are known of. */
const knownOf = sql<boolean>`s.user_id is not null and s.asset_id is not null`;

/** The connections, newest first. */
export async function connectionRecords(
  context: CallerContext,
  scope: RecordScope,
): Promise<RawBuilder<Row>> {
  const where = allOf([
    inOrganization("s.org_id", scope),
    sql<boolean>`s.date_start >= ${scope.since}`,
    knownOf,
    await among(context, "s.user_id", "users", scope),
    scope.assets.length === 0 ? null : await among(context, "s.asset_id", "assets", scope),
  ]);
  return sql<Row>`
    select s.id, s.date_start as at, ${connectionColumns}
    from ${sessionsTable} s ${accountOfSession}
    where ${where} order by s.date_start desc nulls last, s.id
  `;
}

/** What is known of a command. */
export interface CommandRecord extends ConnectionRecord {
  readonly session_id: string;
  readonly command: string;
  readonly input: string;
}

/** The commands whose session is known of, newest first. */
export async function commandRecords(context: CallerContext, scope: RecordScope): Promise<RawBuilder<Row>> {
  const where = allOf([
    inOrganization("c.org_id", scope),
    sql<boolean>`c.date_executed >= ${scope.since}`,
    knownOf,
    await among(context, "s.user_id", "users", scope),
    await among(context, "s.asset_id", "assets", scope),
  ]);
  return sql<Row>`
    select c.id, c.date_executed as at, c.session_id, c.command, c.input, ${connectionColumns}
    from ${commandsTable} c join ${sessionsTable} s on s.id = c.session_id ${accountOfSession}
    where ${where} order by c.date_executed desc nulls last, c.id
  `;
}

/** The user name that the account of a session was shown with: the last part in parentheses. */
const shownUsername = (account: string): string => /\(([^()]*)\)$/.exec(account)?.[1] ?? "";

/** The names that rules about connecting know the account of a session by; null: nobody knows it. */
export function namesToConnect(record: ConnectionRecord): readonly string[] | null {
  const { account, account_id: id, username } = record;
  if (account === "-") return null;
  const own = username ?? shownUsername(account);
  return (id === "@INPUT" || id === "@ANON" ? [id, own] : [own]).filter((name) => name !== "");
}

/** The names that rules about commands know the account of a session by. */
export const namesToRun = ({ account, username }: ConnectionRecord): readonly string[] => [
  username ?? shownUsername(account),
];
