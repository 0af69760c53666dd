import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import type { AfterWriteEvent, Hooks, WriteEvent } from "../../../engine/resource/index.ts";
import { executeTaskName } from "../executions/task-names.ts";
import type { AutomationKind } from "../kinds.ts";
import { text } from "../texts.ts";
import { refuseForeign } from "./own-organization.ts";
import { type planFields, schedulePrefix } from "./plan-fields.ts";
import { checkSchedule, dropSchedule, keepSchedule, type ScheduledPlan } from "./schedule-fields.ts";

export type PlanFields = ReturnType<typeof planFields>;

/** What a kind of plan adds to the rules of all. */
export interface OwnRules<F extends PlanFields> {
  validate?(event: WriteEvent<F>): Promise<void> | void;
  columns?(event: WriteEvent<F>, id: string): Record<string, unknown>;
}

/** Rules of writing a plan. Contract: docs/contract/account-automations.md, "Plans". */
export function planHooks<F extends PlanFields>(kind: AutomationKind, own: OwnRules<F>): Hooks<F> {
  return {
    validate: async (event) => {
      const { context, before, values } = event as WriteEvent<PlanFields>;
      checkSchedule({ values, before });
      if (kind !== "gather_accounts" && values.accounts?.length === 0) {
        throw new ValidationError({ accounts: [text.noAccounts] });
      }
      if (values.accounts !== undefined) values.accounts = [...new Set(values.accounts)];
      // The timer of pushing is what comes with a license.
      if (kind === "push_account" && values.is_periodic !== false && !(await isLicensed(context))) {
        values.is_periodic = false;
      }
      if (before !== null) {
        const organizationId = String(before.org_id);
        await refuseForeign(context, organizationId, "assets", { field: "assets", ids: values.assets });
        await refuseForeign(context, organizationId, "nodes", { field: "nodes", ids: values.nodes });
      }
      await own.validate?.(event);
    },
    columns: (event) => {
      const { before, values } = event as WriteEvent<PlanFields>;
      const id = before?.id ?? values.id ?? randomUUID();
      return { ...(before === null ? { id, type: kind } : {}), ...own.columns?.(event, id) };
    },
    afterWrite: async ({ context: { db }, id }: AfterWriteEvent) => {
      const plan = await loadSchedule(db, String(id));
      if (plan !== null) {
        await keepSchedule(db, plan, {
          prefix: schedulePrefix(kind),
          task: executeTaskName,
          kwargs: { automation: plan.id },
        });
      }
    },
    afterDelete: ({ db }, { id }) => dropSchedule(db, schedulePrefix(kind), String(id)),
  };
}

const isLicensed = ({ services }: CallerContext): Promise<boolean> =>
  services.settings.get<boolean>("XPACK_LICENSE_IS_VALID");

/** A plan that is not active does not run by itself. */
async function loadSchedule(db: Kysely<Database>, id: string): Promise<ScheduledPlan | null> {
  const { rows } = await sql<ScheduledPlan>`
    select id, org_id, name, is_active and is_periodic as "isOn", crontab, "interval"
    from account_automations where id = ${id}::uuid
  `.execute(db);
  return rows[0] ?? null;
}
