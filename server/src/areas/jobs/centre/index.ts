import type { Area } from "../../../engine/area.ts";
import type { UnattendedRunner } from "../../../transport/connections/index.ts";
import { jobExecutionsResource } from "./execution-resource.ts";
import { jobExecutionRoutes } from "./execution-routes.ts";
import { helpRoutes } from "./help-routes.ts";
import { jobsResource } from "./job-resource.ts";
import { playbookFileRoutes } from "./playbooks/file-routes.ts";
import { tellPlaybookSupport } from "./playbooks/node-support.ts";
import { playbooksResource } from "./playbooks/playbooks.ts";
import { playbookSupportRoute } from "./playbooks/support-route.ts";
import { createRunTasks, settleExecutionsJob } from "./run/tasks.ts";
import { adhocsResource } from "./templates.ts";

/**
 * What people run on assets: templates, jobs and their executions. Contract: docs/contract/job-centre.md.
 * @param runner what runs commands, asked for where executions are worked on: in a gateway
 */
export function jobCentre(
  runner: () => UnattendedRunner,
): Omit<Area, "name"> & Required<Pick<Area, "tasks">> {
  const { execute, scheduled } = createRunTasks(runner);
  return {
    resources: [adhocsResource, playbooksResource, jobsResource(execute), jobExecutionsResource],
    routes: [...jobExecutionRoutes(execute), ...helpRoutes, ...playbookFileRoutes, playbookSupportRoute],
    tasks: [execute, scheduled],
    jobs: [settleExecutionsJob],
    nodeMaintenance: [tellPlaybookSupport],
  };
}
