import "./tables.ts";
import { signedIn } from "../../engine/access/index.ts";
import type { Area } from "../../engine/area.ts";
import {
  knownTasks,
  schedulesResource,
  type TaskDeclaration,
  tasksResource,
} from "../../engine/tasks/index.ts";
import type { UnattendedRunner } from "../../transport/connections/index.ts";
import { jobCentre } from "./centre/index.ts";
import { executionRoutes } from "./execution-routes.ts";
import { executionsResource } from "./executions.ts";
import { housekeepingTasks } from "./housekeeping.ts";
import { jobLogResource } from "./job-log.ts";
import { logPageRoutes } from "./log-page.ts";
import { createLogSockets, type LogSockets } from "./log-sockets.ts";
import { visibleExecutions } from "./visible-executions.ts";

/** What the jobs area is made with. */
export interface JobsOptions {
  /** The tasks of all areas; asked for when every area is there. */
  readonly tasks: () => readonly TaskDeclaration[];
  /** Where the built console lies, for the script of the log page. */
  readonly consoleFolder: string;
  /** What runs the commands of jobs, asked for where they are run: in a gateway. */
  readonly commands: () => UnattendedRunner;
  /** Seconds between looks at whether those who follow a log still may. Default 10. */
  readonly checkSeconds?: number;
}

/** Tasks, their executions and logs. Contract: docs/contract/jobs.md. */
export function createJobsArea({ tasks, consoleFolder, commands, checkSeconds }: JobsOptions): Area {
  const centre = jobCentre(commands);
  const known = knownTasks(tasks);
  let sockets: LogSockets | undefined;
  return {
    name: "jobs",
    resources: [
      tasksResource(known, visibleExecutions),
      executionsResource(known),
      schedulesResource,
      jobLogResource(known),
      ...(centre.resources ?? []),
    ],
    tasks: [...housekeepingTasks, ...centre.tasks],
    jobs: centre.jobs ?? [],
    nodeMaintenance: centre.nodeMaintenance ?? [],
    routes: [...executionRoutes(known), ...logPageRoutes(known, consoleFolder), ...(centre.routes ?? [])],
    sockets: [
      {
        path: "/ws/ops/tasks/log/",
        access: signedIn("each log is shown to whoever may see its execution"),
        connect: (context, connection) => {
          sockets ??= createLogSockets(context.services, checkSeconds);
          sockets.connect(context, connection);
        },
      },
    ],
  };
}
