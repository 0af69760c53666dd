import type { RouteDeclaration, SocketDeclaration } from "./http/routes.ts";
import type { JobDeclaration } from "./jobs/job.ts";
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
  /** Housekeeping run by the worker. */
  readonly chores?: readonly Chore[];
  /** Every column of its tables that holds sealed values. */
  readonly sealed?: readonly SealedColumn[];
  /** What its queued jobs do. */
  readonly jobs?: readonly JobDeclaration[];
  /** Its work that people can watch. */
  readonly tasks?: readonly TaskDeclaration[];
}

/** Work repeated by the worker process while it lives; an overlapping run is skipped, a failure is logged. */
export interface Chore {
  readonly name: string;
  readonly everySeconds: number;
  readonly run: (services: Services) => Promise<void>;
}
