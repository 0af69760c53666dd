import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { browserSources } from "./areas/endpoints/index.ts";
import { hasComponentPages, reportProcess } from "./areas/sessions/index.ts";
import type { Config, Role } from "./engine/config/config.ts";
import { forwardRequests } from "./engine/http/gateway-requests.ts";
import { healthRoutes } from "./engine/http/health.ts";
import { serveStaticFiles } from "./engine/http/static-files.ts";
import { acceptUpgrades } from "./engine/http/upgrades.ts";
import { installJobQueue } from "./engine/jobs/start-jobs.ts";
import { startNodeMaintenance } from "./engine/node-maintenance.ts";
import type { RunningRole, Runtime } from "./engine/process/runtime.ts";
import { startWork } from "./engine/tasks/start-work.ts";
import { listenForClients } from "./engine/tls/listen.ts";
import { createHttpApp } from "./http-app.ts";
import { bootstrapProduct, createProduct } from "./product.ts";

/** The built server's folder (`server/dist`), or the sources' when run by tests. */
const here = dirname(fileURLToPath(import.meta.url));

/** Milliseconds for requests under way to end when the process stops. */
const drainMilliseconds = 5_000;

/** A node of a cluster works on the queue when it is configured to; one that does everything always does. */
const worksOnJobs = ({ roles }: Config): boolean => roles === null || roles.includes("worker");

/** What this process does beside the gateway. */
const rolesOf = ({ roles }: Config): readonly Role[] => roles ?? ["web", "worker"];

/**
 * The web and worker process: serves the API, the pages and the console, and works on the queue. In the worker role
 * it only does the latter.
 */
export async function startWeb(runtime: Runtime): Promise<RunningRole> {
  const { config, ipc, role } = runtime;
  const product = createProduct(runtime);
  const { services, areas } = product;
  await installJobQueue(services.pool);
  const first = await bootstrapProduct(product);
  if (first !== null) ipc.send({ type: "first-sign-in", ...first });
  const maintenance = startNodeMaintenance(
    areas.flatMap((area) => area.nodeMaintenance ?? []).filter(({ carriedBy }) => carriedBy !== "gateway"),
    services,
  );
  const report = await reportProcess(services, rolesOf(config));
  const work = worksOnJobs(config) ? await startWork(areas, services) : null;
  const stopWork = async () => void (await Promise.all([maintenance.stop(), report.stop(), work?.stop()]));
  if (role === "worker") return { close: () => stopWork().finally(() => services.refusals.close()) };
  try {
    return await serve(runtime, product, stopWork);
  } catch (error) {
    // What still works on the queue would keep a process alive that could not start.
    await stopWork();
    throw error;
  }
}

/** Serves the API, the pages and the console until closed, which stops the work on the queue too. */
async function serve(
  runtime: Runtime,
  { services, areas }: ReturnType<typeof createProduct>,
  stopWork: () => Promise<void>,
): Promise<RunningRole> {
  const { config, ipc } = runtime;
  const { fastify } = await createHttpApp(services, [{ name: "engine", routes: healthRoutes }, ...areas]);
  await serveStaticFiles(
    fastify,
    { console: join(here, "../../console/dist"), static: [join(here, "../static"), join(here, "static")] },
    {
      cipher: services.fieldCipher,
      // Where an installation's endpoints are is told to nobody who is not signed in.
      frameHosts: async ({ pending, headers }) =>
        (pending?.context.principal ?? null) !== null && (await hasComponentPages(services.db))
          ? browserSources(services.db, { host: headers.host })
          : [],
    },
  );
  const sockets = areas.flatMap((area) => area.sockets ?? []);
  acceptUpgrades(fastify, services, sockets, ipc);
  forwardRequests(fastify, ipc);
  if (config.demo) {
    const { seedDemo } = await import("./demo/seed.ts");
    const signIns = await seedDemo(fastify, services);
    if (signIns !== null && signIns.length > 0) ipc.send({ type: "demo-sign-ins", signIns });
  }
  await listenForClients(fastify.server, runtime, (where) => fastify.listen(where));
  return {
    close: async () => {
      const drained = fastify.close();
      const late = setTimeout(() => fastify.server.closeAllConnections(), drainMilliseconds);
      await Promise.all([drained, stopWork()]);
      clearTimeout(late);
      await services.refusals.close();
    },
  };
}
