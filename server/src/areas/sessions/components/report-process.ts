import { hostname } from "node:os";
import type { Role } from "../../../engine/config/index.ts";
import { log } from "../../../engine/log.ts";
import { readMeasures } from "../../../engine/measures/index.ts";
import type { MaintenanceServices } from "../../../engine/node-maintenance.ts";
import { noteHeartbeats } from "./heartbeats.ts";
import { measureMachine } from "./measure-machine.ts";
import { registerTerminal } from "./terminals.ts";

/** What a role of this installation is called among the components; a gateway reports with its sessions. */
const components: Readonly<Partial<Record<Role, { readonly type: string; readonly label: string }>>> = {
  web: { type: "core", label: "Core" },
  worker: { type: "celery", label: "Celery" },
};

const everySeconds = 30;

/**
 * Has this process report itself as a component for each of its roles, at once and then every half minute. Only the
 * first tells what the process has counted, which is counted once.
 */
export async function reportProcess(
  services: MaintenanceServices,
  roles: readonly Role[],
): Promise<{ stop(): Promise<void> }> {
  const { db, config } = services;
  const ids: string[] = [];
  for (const role of roles) {
    const component = components[role];
    if (component === undefined) continue;
    const { type, label } = component;
    ids.push(await registerTerminal(db, { name: `[${label}]-${hostname()}`, type }));
  }
  const report = async (): Promise<void> => {
    const figures = await measureMachine(config.dataFolder);
    const measures = await readMeasures();
    await noteHeartbeats(
      db,
      new Map(ids.map((id, at) => [id, { ...figures, sessions: [], ...(at === 0 ? { measures } : {}) }])),
    );
  };
  let running = Promise.resolve();
  const run = (): void => {
    running = running.then(report).catch((error: unknown) => {
      log.warn({ err: error }, "this process could not report itself");
    });
  };
  run();
  const timer = setInterval(run, everySeconds * 1_000);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
