import { sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { BadRequest, ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common, withParameters } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { publishFor, type TaskDeclaration } from "../../../engine/tasks/index.ts";
import type { KindNames } from "../kinds.ts";
import { text } from "../texts.ts";
import { beginExecution } from "./execution-rows.ts";

/** What the task of a plan works on. */
export type PlanChoice = { readonly automation: string };

/** The id a body names under `field`, as its key or as an object. @throws ValidationError on `field` */
export function readNamed(body: unknown, field: string): string {
  const given = isObject(body) ? body[field] : undefined;
  const key = isObject(given) ? (given.id ?? given.pk) : given;
  if (key === undefined || key === null || key === "")
    throw new ValidationError({ [field]: [common.required] });
  if (typeof key !== "string" || !isUuid(key)) throw new ValidationError({ [field]: [common.notUuid] });
  return key.toLowerCase();
}

/**
 * `POST {executions}/`: has a plan run now. The execution is there, pending, when the answer is.
 * Contract: docs/contract/account-automations.md, "Executions".
 */
export function startRoute(names: KindNames, task: TaskDeclaration<PlanChoice>): RouteDeclaration {
  return {
    methods: ["POST"],
    path: `/api/v1/accounts/${names.executions}/`,
    access: permission(names.executePermission),
    handle: async (context, { body }) => {
      const known = caller(context);
      const id = readNamed(body, "automation");
      const plan = await activePlan(known, names, id);
      const taskId = await publishFor(known, task, { automation: id }, plan.org_id);
      await beginExecution(known.db, { id: taskId, planId: id, trigger: "manual", isStarted: false });
      await recordOperation(known, {
        action: "create",
        type: text.execution,
        name: plan.name,
        id: taskId,
        organizationId: plan.org_id,
      });
      return { status: 201, body: { task: taskId } };
    },
  };
}

async function activePlan(context: CallerContext, { kind }: KindNames, id: string) {
  const { db, organization } = context;
  const { rows } = await sql<{ name: string; org_id: string; is_active: boolean }>`
    select name, org_id, is_active from account_automations
    where id = ${id}::uuid and type = ${kind} and (${organization.isRoot} or org_id = ${organization.id}::uuid)
  `.execute(db);
  const [plan] = rows;
  if (plan === undefined) {
    throw new ValidationError({ automation: [withParameters(common.objectMissing, { pk: id })] });
  }
  if (!plan.is_active) throw new BadRequest("inactive", text.inactive, { automation: [text.inactive] });
  return plan;
}
