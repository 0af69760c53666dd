import { fileURLToPath } from "node:url";
import { run } from "./supervisor/run.ts";

// Loaded in the process that needs it only: a supervisor stays small, a gateway carries no web server.
await run(fileURLToPath(import.meta.url), {
  web: async (runtime) => (await import("./web.ts")).startWeb(runtime),
  gateway: async (runtime) => {
    const [{ createProduct }, { createGatewayPorts }, { startGateway }] = await Promise.all([
      import("./product.ts"),
      import("./gateway-ports.ts"),
      import("./gateway/start.ts"),
    ]);
    const { services } = createProduct(runtime);
    return await startGateway(runtime, await createGatewayPorts(services));
  },
});
