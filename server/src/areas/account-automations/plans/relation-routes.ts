import { sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { NotFound, ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration, type RouteRequest } from "../../../engine/http/index.ts";
import {
  text as common,
  type Message,
  translate,
  unlabelled,
  withParameters,
} from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import { isUuid, text as line, list, scopedList, uuid } from "../../../engine/resource/index.ts";
import { assetsTable, nodesTable } from "../../assets/index.ts";
import { assetsOfPlan } from "../executions/stored-plan.ts";
import type { KindNames } from "../kinds.ts";
import { text } from "../texts.ts";

/** Most objects of one request. */
const most = 10_000;

interface Plan {
  readonly id: string;
  readonly org_id: string;
  readonly name: string;
}

/** What is linked with a plan. */
interface Link {
  readonly field: "assets" | "nodes";
  readonly label: Message;
  readonly links: string;
  readonly column: string;
  readonly targets: typeof assetsTable | typeof nodesTable;
}

const assetLink: Link = {
  field: "assets",
  label: text.assets,
  links: "account_automation_assets",
  column: "asset_id",
  targets: assetsTable,
};

const nodeLink: Link = {
  field: "nodes",
  label: text.nodes,
  links: "account_automation_nodes",
  column: "node_id",
  targets: nodesTable,
};

async function planInScope(
  { db, organization }: CallerContext,
  { kind, planLabel }: KindNames,
  id: string,
): Promise<Plan> {
  const { rows } = isUuid(id)
    ? await sql<Plan>`
        select id, org_id, name from account_automations where id = ${id}::uuid and type = ${kind}
          and (${organization.isRoot} or org_id = ${organization.id}::uuid)
      `.execute(db)
    : { rows: [] };
  const [plan] = rows;
  if (plan === undefined) throw new NotFound(planLabel);
  return plan;
}

/** The ids a body names, which have to be of the plan's organization. @throws ValidationError */
async function readTargets(context: CallerContext, plan: Plan, link: Link, body: unknown): Promise<string[]> {
  const { field, targets } = link;
  const given = isObject(body) ? body[field] : undefined;
  if (given === undefined) throw new ValidationError({ [field]: [common.required] });
  if (!Array.isArray(given) || given.length > most) throw new ValidationError({ [field]: [common.required] });
  const ids = given.map((item) => (isObject(item) ? (item.id ?? item.pk) : item));
  if (!ids.every((id): id is string => typeof id === "string" && isUuid(id))) {
    throw new ValidationError({ [field]: [common.notUuid] });
  }
  const { rows } = await sql<{ id: string }>`
    select r.id from ${targets} r where r.org_id = ${plan.org_id}::uuid and r.id = any(${ids}::uuid[])
  `.execute(context.db);
  const found = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !found.has(id.toLowerCase()));
  if (missing.length > 0) {
    throw new ValidationError({
      [field]: missing.slice(0, 20).map((pk) => withParameters(common.objectMissing, { pk })),
    });
  }
  return ids;
}

async function change(
  context: CallerContext,
  plan: Plan,
  {
    link,
    action,
    ids,
  }: { readonly link: Link; readonly action: "add" | "remove"; readonly ids: readonly string[] },
  names: KindNames,
): Promise<void> {
  const [table, column] = [sql.table(link.links), sql.ref(link.column)];
  const statement =
    action === "add"
      ? sql`insert into ${table} (automation_id, ${column})
          select ${plan.id}::uuid, k from unnest(${[...ids]}::uuid[]) k on conflict do nothing`
      : sql`delete from ${table} where automation_id = ${plan.id}::uuid and ${column} = any(${[...ids]}::uuid[])`;
  const { numAffectedRows = 0n } = await statement.execute(context.db);
  const { en, zh, ja } = link.label;
  const count = Number(numAffectedRows);
  const counts =
    action === "add" ? { before: null, after: `+${count}` } : { before: `-${count}`, after: null };
  await recordOperation(context, {
    action: "update",
    type: names.planLabel,
    name: plan.name,
    id: plan.id,
    organizationId: plan.org_id,
    changes: [{ field: link.field, label: { en, zh, ja }, ...counts }],
  });
}

/** The contract answers what is wrong with 200 under `error`. */
async function answer(context: CallerContext, work: () => Promise<void>) {
  try {
    await work();
    return { body: { msg: "ok" } };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { body: { error: written(error, context) } };
  }
}

/** Messages by field, in the caller's language. */
function written({ errors }: ValidationError, { language }: CallerContext) {
  const byField = errors as Readonly<Record<string, readonly Message[]>>;
  return Object.fromEntries(
    Object.entries(byField).map(([field, messages]) => [
      field,
      messages.map((message) => translate(message, language)),
    ]),
  );
}

/**
 * What belongs to a plan: `{id}/assets/`, `{id}/asset/add/`, `{id}/asset/remove/`, `{id}/nodes/`.
 * Contract: docs/contract/account-automations.md, "Assets and nodes of a plan".
 * @param base `change-secret` or `push-account`
 */
export function relationRoutes(base: string, names: KindNames): readonly RouteDeclaration[] {
  const path = `/api/v1/accounts/${base}/:id`;
  const view = permission(`accounts.view_${names.model}`);
  const mayChange = permission(`accounts.change_${names.model}`);
  const bodyOf = ({ field, label }: Link) => ({
    [field]: list({ label, required: true, child: uuid({ label: unlabelled }) }),
  });
  const read = (routePath: string, link: Link): RouteDeclaration => ({
    methods: ["GET"],
    path: routePath,
    access: view,
    handle: async (context, { params }) => {
      const known = caller(context);
      const plan = await planInScope(known, names, params.id ?? "");
      const { rows } = await sql<{ id: string }>`
        select ${sql.ref(link.column)}::text as id from ${sql.table(link.links)}
        where automation_id = ${plan.id}::uuid order by 1
      `.execute(known.db);
      return { body: { id: plan.id, [link.field]: rows.map(({ id }) => id) } };
    },
  });
  const write = (
    routePath: string,
    link: Link,
    actionOf: (context: CallerContext) => "add" | "remove",
  ): RouteDeclaration => ({
    methods: ["PUT", "PATCH"],
    path: routePath,
    access: mayChange,
    fields: { PUT: bodyOf(link), PATCH: bodyOf(link) },
    handle: async (context, { params, body }: RouteRequest) => {
      const known = caller(context);
      const plan = await planInScope(known, names, params.id ?? "");
      return answer(known, async () => {
        const action = actionOf(known);
        const ids = await readTargets(known, plan, link, body);
        await change(known, plan, { link, action, ids }, names);
      });
    },
  });
  const [add, remove, nodes] = [`${path}/asset/add/`, `${path}/asset/remove/`, `${path}/nodes/`];
  return [
    assetList(`${path}/assets/`, names),
    read(add, assetLink),
    write(add, assetLink, () => "add"),
    read(remove, assetLink),
    write(remove, assetLink, () => "remove"),
    read(nodes, nodeLink),
    write(nodes, nodeLink, ({ query }) => {
      const action = query.get("action");
      if (action === "add" || action === "remove") return action;
      throw new ValidationError({ action: [text.unknownAction] });
    }),
  ];
}

/** Every asset a plan reaches, with those below its nodes. */
const assetList = (path: string, names: KindNames): RouteDeclaration =>
  scopedList({
    path,
    access: permission(`accounts.view_${names.model}`),
    rows: {
      label: text.assets,
      title: `${names.title} Asset`,
      scope: "global",
      table: assetsTable.name,
      fields: {
        id: uuid({ label: common.id }),
        name: line({ label: common.name }),
        address: line({ label: text.address }),
      },
      fieldOrder: "declared",
      search: ["t.name", "t.address"],
      order: { by: ["name", "address"], default: ["name"] },
    },
    within: async (context, { params }) => {
      const plan = await planInScope(context, names, params.id ?? "");
      return sql<boolean>`t.id in ${assetsOfPlan(plan.id)}`;
    },
  });
