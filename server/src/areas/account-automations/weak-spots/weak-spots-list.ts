import { type RawBuilder, sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common, type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import {
  boolean,
  type Condition,
  computed,
  custom,
  exactUuid,
  labeledChoice,
  text as line,
  relation,
  scopedList,
  uuid,
  writeInstant,
} from "../../../engine/resource/index.ts";
import { publishFor } from "../../../engine/tasks/index.ts";
import {
  accountHistoriesTable,
  accountsTable,
  gatheredAccountsTable,
  secretTypeChoices,
} from "../../accounts/index.ts";
import { namedAsset, nodeSubtreeAssetsTable } from "../../assets/index.ts";
import { sessionsTable } from "../../sessions/index.ts";
import { compareTask } from "./compare-secrets.ts";
import { text } from "./texts.ts";

/** Days after which a secret is old, and an account that no session used was never used. */
const usualDays = 90;
const unusedDays = 30;
const mostDays = 3_650;

/** Since when an account `t` has its secret. */
const secretSince = sql<Date>`coalesce((
  select h.history_date from ${accountHistoriesTable} h where h.account_id = t.id and h.version = t.version
), t.date_created)`;

/** A change of the secret of an account `t` that was looked at in vain. */
const openChange = sql`
  select c.id from secret_changes c where c.account_id = t.id and c.state = 'pending' and c.attempts > 0
`;

/** What can be weak about an account `t`. Contract: docs/contract/account-automations.md, "Weak spots". */
const weaknesses: Readonly<
  Record<string, { label: Message; condition: (days: number) => RawBuilder<boolean> }>
> = {
  unsettled: {
    label: text.unsettled,
    condition: () => sql`exists (${openChange})`,
  },
  shared: {
    label: text.shared,
    condition: () => sql`exists (
      select from shared_account_secrets s join shared_account_secrets o on o.group_id = s.group_id
      join ${accountsTable} c on c.id = o.account_id and c.version = o.version
      where s.account_id = t.id and s.version = t.version and o.account_id <> t.id
    )`,
  },
  old: {
    label: text.old,
    condition: (days) =>
      sql`(t.secret_sealed is not null and ${secretSince} < now() - make_interval(days => ${days}::integer))`,
  },
  missing: {
    label: text.missing,
    condition: () => sql`(
      exists (select from ${gatheredAccountsTable} g where g.asset_id = t.asset_id) and not exists (
        select from ${gatheredAccountsTable} g
        where g.asset_id = t.asset_id and g.present and lower(g.username) = lower(t.username)
      )
    )`,
  },
  unmanaged: {
    label: text.unmanaged,
    condition: () => sql`(t.privileged and not exists (
      select from account_automations p
      where p.org_id = t.org_id and p.type = 'change_secret' and p.is_active and p.is_periodic
        and p.secret_type = t.secret_type and jsonb_exists(p.accounts, t.username) and (
          exists (
            select from account_automation_assets l where l.automation_id = p.id and l.asset_id = t.asset_id
          ) or exists (
            select from account_automation_nodes l join ${nodeSubtreeAssetsTable} n on n.node_id = l.node_id
            where l.automation_id = p.id and n.asset_id = t.asset_id
          )
        )
    ))`,
  },
  unused: {
    label: text.unused,
    condition: () => sql`(
      t.date_created < now() - make_interval(days => ${unusedDays})
      and not exists (select from ${sessionsTable} s where s.account_id = t.id::text)
    )`,
  },
};

/** @throws ValidationError on `days` */
function daysOf({ query }: Pick<CallerContext, "query">): number {
  const given = query.get("days") ?? "";
  if (given === "") return usualDays;
  const days = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (days < 1 || days > mostDays) {
    throw new ValidationError({ days: [withParameters(text.notDays, { most: mostDays })] });
  }
  return days;
}

const named: readonly (readonly [string, (typeof weaknesses)[string]])[] = Object.entries(weaknesses);

const list = scopedList({
  path: "/api/v1/sallyport/weak-accounts/",
  access: permission("accounts.view_account"),
  rows: {
    label: text.account,
    title: "Weak Account",
    scope: "organization",
    table: accountsTable.name,
    fieldOrder: "declared",
    fields: {
      id: uuid({ label: common.id }),
      name: line({ label: common.name }),
      username: line({ label: text.username }),
      asset: relation({
        label: text.asset,
        column: "asset_id",
        target: namedAsset,
      }),
      secret_type: labeledChoice({ label: text.secretType, choices: secretTypeChoices }),
      privileged: boolean({ label: text.privileged }),
      is_active: boolean({ label: common.isActive }),
      weaknesses: computed({
        label: text.weaknesses,
        type: "list",
        select: (context) => {
          const days = daysOf(context);
          const found = named.map(
            ([name, { condition }]) => sql`case when ${condition(days)} then ${name}::text end`,
          );
          return sql`array_remove(array[${sql.join(found)}], null)`;
        },
        present: ({ weaknesses: names }, { language }) =>
          (names as readonly string[]).map((value) => ({
            value,
            label: translate(weaknesses[value]?.label ?? text.weaknesses, language),
          })),
      }),
      open_change: computed({
        label: text.openChange,
        type: "string",
        select: () => sql`(${openChange})`,
        present: ({ open_change: id }) => (typeof id === "string" ? id : null),
      }),
      date_secret: computed({
        label: text.dateSecret,
        type: "datetime",
        select: () => sql`case when t.secret_sealed is not null then ${secretSince} end`,
        present: ({ date_secret: at }, { timeZone }) =>
          at instanceof Date ? writeInstant(at, timeZone) : null,
      }),
    },
    filters: {
      weakness: custom((value, context): Condition => {
        const chosen = weaknesses[value];
        return chosen === undefined ? sql<boolean>`false` : chosen.condition(daysOf(context));
      }),
      asset_id: exactUuid("t.asset_id"),
    },
    search: ["t.name", "t.username"],
    order: { by: ["name", "username", "privileged", "is_active"], default: ["name"] },
  },
  within: async (context) => {
    const any = sql.join(
      named.map(([, { condition }]) => condition(daysOf(context))),
      sql` or `,
    );
    const { organization } = context;
    return sql<boolean>`t.is_active and (${organization.isRoot} or t.org_id = ${organization.id}::uuid) and (${any})`;
  },
});

/** Accounts that somebody has to look after, and the comparison of their secrets. */
export const weakSpotRoutes: readonly RouteDeclaration[] = [
  list,
  {
    methods: ["POST"],
    path: "/api/v1/sallyport/weak-accounts/compare/",
    access: permission("accounts.verify_account"),
    title: "Weak Account Compare Api",
    handle: async (context) => {
      const known = caller(context);
      const { organization } = known;
      const task = await publishFor(known, compareTask, {}, organization.isRoot ? null : organization.id);
      return { status: 201, body: { task } };
    },
  },
];
