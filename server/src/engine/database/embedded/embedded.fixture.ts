import { startEmbedded } from "./embedded.ts";

// A program that starts the embedded server of a folder and runs until it is stopped.
const [dataFolder = ""] = process.argv.slice(2);
const server = await startEmbedded({ dataFolder });
process.stdout.write(
  `${JSON.stringify({ pid: server.pid, adopted: server.adopted, connection: server.connection, folder: server.folder })}\n`,
);
process.on("SIGTERM", async () => {
  await server.stop();
  process.exit(0);
});
setInterval(() => undefined, 60_000);
