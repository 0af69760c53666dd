import { fileURLToPath } from "node:url";
import { shellProcessName, tlsProcessName } from "./engine/process/messages.ts";
import { run, runCommandLine } from "./supervisor/run.ts";

const [command, ...rest] = process.argv.slice(2);
if (command === "license") {
  const { licenseCommand } = await import("./areas/license/command.ts");
  await runCommandLine((print) => print(licenseCommand(rest, process.env, new Date())));
}
if (command === "backup") {
  const { backupCommand } = await import("./backup-command.ts");
  await runCommandLine((print) => backupCommand(rest, process.env, (line) => print(`${line}\n`)));
}
if (command === "recordings") {
  const { recordingsCommand } = await import("./recordings-command.ts");
  await runCommandLine((print) => recordingsCommand(rest, process.env, (line) => print(`${line}\n`)));
}
if (command === "secrets") {
  const { secretsCommand } = await import("./secrets-command.ts");
  await runCommandLine((print) => secretsCommand(rest, process.env, (line) => print(`${line}\n`)));
}
if (command === "activity") {
  const { activityCommand } = await import("./activity-command.ts");
  await runCommandLine((print) => activityCommand(rest, process.env, (line) => print(`${line}\n`)));
}
if (command === "config") {
  const { configCommand } = await import("./config-command.ts");
  await runCommandLine((print) => configCommand(rest, process.env, (line) => print(`${line}\n`)));
}
if (command === "evidence") {
  const { evidenceCommand } = await import("./evidence-command.ts");
  await runCommandLine((print) => evidenceCommand(rest, process.env, (line) => print(`${line}\n`)));
}

if (command === "--child" && rest[0] === shellProcessName) {
  (await import("./demo/shell/shell-process.ts")).runShellProcess();
} else if (command === "--child" && rest[0] === tlsProcessName) {
  (await import("./engine/tls/tls-process.ts")).runTlsProcess();
} else await runProduct();

function runProduct(): Promise<void> {
  // Loaded in the process that needs it only: a supervisor stays small, a gateway carries no web server.
  return run(
    fileURLToPath(import.meta.url),
    {
      web: async (runtime) => (await import("./web.ts")).startWeb(runtime),
      gateway: async (runtime) => {
        const [{ createProduct }, { createGatewayPorts }, { startGateway }, { startGatewayWork }] =
          await Promise.all([
            import("./product.ts"),
            import("./gateway-ports.ts"),
            import("./gateway/start.ts"),
            import("./engine/tasks/start-work.ts"),
          ]);
        const { areas, services, carryCommands } = createProduct(runtime);
        const gateway = await startGateway(runtime, await createGatewayPorts(services));
        carryCommands(gateway.unattended);
        const work = startGatewayWork(areas, services);
        return {
          async close() {
            // Sessions of jobs end with the others.
            await Promise.all([work.stop(), gateway.close()]).finally(() => services.refusals.close());
          },
        };
      },
    },
    async (dataFolder) => (await import("./demo/shell/access.ts")).prepareShellAccess(dataFolder),
  );
}
