import type { Contributions } from "./extensions.ts";
import type { RouteDeclaration, SocketDeclaration } from "./http/routes.ts";
import type { JobDeclaration } from "./jobs/job.ts";
import type { NodeMaintenance } from "./node-maintenance.ts";
import type { ResourceDeclaration } from "./resource/declaration.ts";
import type { Services } from "./services.ts";
import type { TaskDeclaration } from "./tasks/task.ts";

declare module "./extensions.ts" {
  interface ExtensionPoints {
    resources: ResourceDeclaration;
    routes: RouteDeclaration;
    sockets: SocketDeclaration;
    /** Queued work: what somebody queues, and what comes by a schedule. */
    jobs: JobDeclaration;
    /** Work that people can watch. */
    tasks: TaskDeclaration;
    /** What every process repeats for the machine it runs on. */
    nodeMaintenance: NodeMaintenance;
  }
}

/**
 * What a business area brings to the product: what it contributes to the engine, and to the areas below it. `product.ts`
 * lists the areas; nothing else knows them all.
 */
export interface Area extends Contributions {
  readonly name: string;
  /** Seeds and refreshes built-in rows at start, idempotently, inside one transaction-safe call. */
  readonly bootstrap?: (services: Services) => Promise<void>;
}
