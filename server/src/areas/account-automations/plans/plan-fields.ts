import { sql } from "kysely";
import { text as common, unlabelled } from "../../../engine/i18n/index.ts";
import {
  boolean,
  computed,
  inOrganization,
  text as line,
  list,
  type RelationTarget,
  relations,
  stamps,
  uuid,
} from "../../../engine/resource/index.ts";
import { assetsTable, nodesTable } from "../../assets/index.ts";
import type { AutomationKind } from "../kinds.ts";
import { text } from "../texts.ts";
import { scheduleFields } from "./schedule-fields.ts";

/** Most user names of a plan. */
const mostUsernames = 1_000;

const assets: RelationTarget<"uuid"> = { table: assetsTable.name, key: "uuid", where: inOrganization };

const nodes: RelationTarget<"uuid"> = {
  table: nodesTable.name,
  key: "uuid",
  where: inOrganization,
  attributes: { id: "r.id", name: "r.value" },
  names: ["r.full_value", "r.value"],
};

/** How the contract names the schedules of plans of a kind; the id of the plan follows. */
export const schedulePrefix = (kind: AutomationKind): string => `automation_${kind}_strategy_period_`;

/**
 * What the plans of every kind have in common, in the contract's order.
 * Contract: docs/contract/account-automations.md, "Plans".
 */
export function planFields(kind: AutomationKind) {
  const needsAccounts = kind !== "gather_accounts";
  return {
    id: uuid({ label: common.id }),
    name: line({ label: common.name, required: true, maxLength: 128 }),
    type: computed({
      label: text.type,
      type: "string",
      columns: ["type"],
      present: ({ type }) => String(type),
    }),
    accounts: list({
      label: text.accounts,
      help: text.accountsHelp,
      ...(needsAccounts ? { required: true } : { default: [] }),
      maxItems: mostUsernames,
      child: line({ label: unlabelled, required: true, maxLength: 128 }),
    }),
    nodes: relations({
      label: text.nodes,
      target: nodes,
      link: { table: "account_automation_nodes", own: "automation_id", other: "node_id" },
      orderBy: "r.key",
    }),
    assets: relations({
      label: text.assets,
      target: assets,
      link: { table: "account_automation_assets", own: "automation_id", other: "asset_id" },
    }),
    ...scheduleFields(schedulePrefix(kind)),
    executed_amount: computed({
      label: text.executedAmount,
      type: "integer",
      select: () => sql`(
        select count(*)::integer from account_automation_executions e where e.automation_id = t.id
      )`,
      present: ({ executed_amount }) => Number(executed_amount),
    }),
    comment: line({ label: common.comment, blank: true }),
    ...stamps("created_by"),
    is_active: boolean({ label: common.isActive, default: true }),
    ...stamps("date_created", "date_updated"),
  };
}
