import { sql } from "kysely";
import { text as common, type Message, translate } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import {
  computed,
  datetime,
  defineResource,
  exact,
  exactChoice,
  exactUuid,
  labeledChoice,
  text as line,
  mostExactlyCounted,
  type ResourceDeclaration,
  uuid,
} from "../../../engine/resource/index.ts";
import type { KindNames } from "../kinds.ts";
import { text } from "../texts.ts";

/** Who or what began an execution. */
export const triggerChoices = [
  { value: "manual", label: text.manual },
  { value: "timing", label: text.timing },
];

const statuses: Readonly<Record<string, Message>> = {
  pending: text.pending,
  running: text.running,
  success: text.success,
  failed: text.failed,
};

/** Executions of the plans of a kind. Contract: docs/contract/account-automations.md, "Executions". */
export function executionResource({
  kind,
  executions,
  executionModel,
  label,
  title,
}: KindNames): ResourceDeclaration {
  return defineResource({
    path: `accounts/${executions}`,
    app: "accounts",
    model: executionModel,
    label: text.execution,
    title: `${title} Execution`,
    scope: "organization",
    table: "account_automation_executions",
    displayColumn: "automation_name",
    fieldOrder: "declared",
    fields: {
      id: uuid({ label: common.id, readOnly: true }),
      automation: uuid({ label: text.automation, required: true, column: "automation_id" }),
      trigger: labeledChoice({ label: text.trigger, readOnly: true, choices: triggerChoices }),
      date_start: datetime({ label: text.dateStart, readOnly: true, nullable: true }),
      date_finished: datetime({ label: text.dateFinished, readOnly: true, nullable: true }),
      status: line({ label: text.status, readOnly: true }),
      snapshot: computed({
        label: text.snapshot,
        columns: ["automation_name", "snapshot"],
        present: ({ automation_name: name, snapshot }, { language }) => {
          const kept = isObject(snapshot) ? snapshot : {};
          return {
            type: { value: kind, label: translate(label, language) },
            name: String(name),
            comment: String(kept.comment ?? ""),
            accounts: Array.isArray(kept.accounts) ? kept.accounts.map(String) : [],
            node_amount: Number(kept.node_amount ?? 0),
            asset_amount: Number(kept.asset_amount ?? 0),
          };
        },
      }),
    },
    filters: {
      trigger: exactChoice("t.trigger", ["manual", "timing"]),
      status: exactChoice("t.status", Object.keys(statuses)),
      automation_id: exactUuid("t.automation_id"),
      automation__name: exact("t.automation_name"),
    },
    search: ["t.trigger", "t.automation_name"],
    order: { by: ["date_start", "date_finished", "status", "trigger"], default: ["-date_start"] },
    where: () => sql<boolean>`t.type = ${kind}`,
    operations: ["list", "retrieve"],
    describedFor: ["POST"],
    countsUpTo: mostExactlyCounted,
    files: { previewed: false },
  });
}
