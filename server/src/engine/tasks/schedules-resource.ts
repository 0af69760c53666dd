import { text as common } from "../i18n/index.ts";
import {
  boolean,
  datetime,
  defineResource,
  exact,
  exactBoolean,
  integer,
  text as textField,
} from "../resource/index.ts";
import { taskText as text } from "./resource-texts.ts";

const superuser = { kind: "superuser" } as const;

/**
 * When tasks publish themselves. All that can be changed is whether they do. Declared by the owner of the table,
 * because it writes. Contract: docs/contract/jobs.md, "Schedules".
 */
export const schedulesResource = defineResource({
  path: "ops/celery/period-tasks",
  app: "ops",
  model: "celerytask",
  label: text.schedule,
  title: "Celery Period Task",
  scope: "global",
  table: "task_schedules",
  key: { kind: "integer" },
  fieldOrder: "declared",
  fields: {
    id: integer({ label: common.id, readOnly: true }),
    name: textField({ label: common.name, readOnly: true }),
    task: textField({ label: text.task, readOnly: true }),
    enabled: boolean({ label: text.enabled }),
    description: textField({ label: text.description, readOnly: true }),
    crontab: textField({ label: text.crontab, readOnly: true, nullable: true }),
    every_seconds: integer({ label: text.everySeconds, readOnly: true, nullable: true }),
    last_run_at: datetime({ label: text.lastRun, readOnly: true }),
    next_run_at: datetime({ label: text.nextRun, readOnly: true }),
    total_run_count: integer({ label: text.runCount, readOnly: true }),
  },
  filters: { name: exact("t.name"), enabled: exactBoolean("t.enabled") },
  search: ["t.name", "t.description"],
  order: { by: ["name", "last_run_at", "next_run_at"], default: ["name"] },
  operations: ["list", "retrieve", "update"],
  access: { list: superuser, retrieve: superuser, update: superuser },
});
