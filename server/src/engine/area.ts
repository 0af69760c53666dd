import type { RouteDeclaration, SocketDeclaration } from "./http/routes.ts";
import type { JobDeclaration } from "./jobs/job.ts";
import type { NodeMaintenance } from "./node-maintenance.ts";
import type { ResourceDeclaration } from "./resource/declaration.ts";
import type { SealedColumn } from "./secrets/sealed-values.ts";
import type { Services } from "./services.ts";
import type { TaskDeclaration } from "./tasks/task.ts";

/** What a business area brings to the product. `main` lists the areas; nothing else knows them all. */
export interface Area {
  readonly name: string;
  readonly resources?: readonly ResourceDeclaration[];
  readonly routes?: readonly RouteDeclaration[];
  readonly sockets?: readonly SocketDeclaration[];
  /** Seeds and refreshes built-in rows at start, idempotently, inside one transaction-safe call. */
  readonly bootstrap?: (services: Services) => Promise<void>;
  /** Every column of its tables that holds sealed values. */
  readonly sealed?: readonly SealedColumn[];
  /** What its queued jobs do: those somebody queues, and those that come by a schedule. */
  readonly jobs?: readonly JobDeclaration[];
  /** What every process repeats for the machine it runs on. */
  readonly nodeMaintenance?: readonly NodeMaintenance[];
  /** Its work that people can watch. */
  readonly tasks?: readonly TaskDeclaration[];
}
