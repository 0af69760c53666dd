import { defineTask, failLostExecutions, purgeExecutions } from "../../engine/tasks/index.ts";
import { purgeJobExecutions } from "./centre/purge-executions.ts";
import { text } from "./texts.ts";

/** Keeps the executions themselves tidy, as tasks people can see. Contract: docs/contract/jobs.md, "Executions". */
export const housekeepingTasks = [
  defineTask({
    name: "ops.tasks.clean_up_unexpected_jobs",
    label: text.lostTask,
    repeatable: true,
    schedule: { everySeconds: 3_600 },
    run: async ({ services }) => ({ failed: await failLostExecutions(services) }),
  }),
  defineTask({
    name: "ops.tasks.clean_task_executions_period",
    label: text.clean,
    repeatable: true,
    schedule: { crontab: "0 2 * * *" },
    async run({ services, signal }) {
      const days = await services.settings.get<number>("TASK_LOG_KEEP_DAYS");
      let forgotten = 0;
      for (let some = 1; some > 0 && !signal.aborted; forgotten += some) {
        some = await purgeExecutions(services, days);
      }
      for (let some = 1; some > 0 && !signal.aborted; forgotten += some) {
        some = await purgeJobExecutions(services.db, days);
      }
      return { forgotten };
    },
  }),
];
