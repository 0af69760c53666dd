import { fileURLToPath } from "node:url";
import { run } from "./supervisor/run.ts";

// Loaded in the process that needs it only: a supervisor stays small, a gateway carries no web server.
await run(fileURLToPath(import.meta.url), {
  web: async (runtime) => (await import("./web.ts")).startWeb(runtime),
  gateway: async (runtime) => (await import("./gateway/start.ts")).startGateway(runtime),
});
