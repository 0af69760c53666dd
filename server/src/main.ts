import { fileURLToPath } from "node:url";
import { answerCommand, run } from "./supervisor/run.ts";

const [command, ...rest] = process.argv.slice(2);
if (command === "license") {
  const { licenseCommand } = await import("./areas/license/command.ts");
  answerCommand(() => licenseCommand(rest, process.env, new Date()));
}

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
