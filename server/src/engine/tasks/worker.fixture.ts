import { startRunner } from "../../transport/runner-control/start-runner.ts";
import { openDatabase } from "../database/database.ts";
import { openEventBus } from "../events/events.ts";
import { literal } from "../i18n/messages.ts";
import type { JsonObject } from "../json.ts";
import { fixedKeyRing } from "../secrets/key-ring.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import type { Services } from "../services.ts";
import { noteRunner } from "./execution.ts";
import { startTasks } from "./start-tasks.ts";
import { defineTask, type TaskDeclaration } from "./task.ts";

// A worker alone, for tests of what happens when it dies: argv is the connection, the key and a runner's program.
const [connection = "", key = "", runnerProgram = ""] = process.argv.slice(2);
const database = openDatabase(JSON.parse(connection), { poolSize: 6, applicationName: "test-worker" });
const services = {
  db: database.db,
  pool: database.pool,
  events: openEventBus(database),
  secrets: createSecretBox(fixedKeyRing(Buffer.from(key, "base64"))),
} as unknown as Services;

const task = (name: string, repeatable: boolean): TaskDeclaration =>
  defineTask<JsonObject>({
    name,
    label: literal(name),
    repeatable,
    async run({ id, log, signal, services: { db } }, { seconds = 0, runner = false }) {
      log.line(`worker ${process.pid}`);
      if (runner === true) {
        const { pid } = startRunner(runnerProgram);
        await noteRunner(db, id, pid);
        log.line(`runner ${pid}`);
      }
      await log.flush();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Number(seconds) * 1_000);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          resolve();
        });
      });
      return { worker: process.pid };
    },
  });

const running = await startTasks([task("test.again", true), task("test.once", false)], services, "worker");
process.stdout.write("working\n");
process.on("SIGTERM", () => {
  running.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
