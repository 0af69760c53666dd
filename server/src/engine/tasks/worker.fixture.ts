import { startCell } from "../cell/start-cell.ts";
import { openDatabase } from "../database/database.ts";
import { openEventBus } from "../events/events.ts";
import { literal } from "../i18n/messages.ts";
import type { JsonObject } from "../json.ts";
import { fixedKeyRing } from "../secrets/key-ring.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import type { Services } from "../services.ts";
import { noteCell } from "./execution.ts";
import { startTasks } from "./start-tasks.ts";
import { defineTask, type TaskDeclaration } from "./task.ts";

// A worker alone, for tests of what happens when it dies: argv is the connection, the key and a cell's program.
const [connection = "", key = "", cellProgram = ""] = process.argv.slice(2);
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
    async run({ id, log, signal, services: { db } }, { seconds = 0, cell = false }) {
      log.line(`worker ${process.pid}`);
      if (cell === true) {
        const { pid } = startCell(cellProgram);
        await noteCell(db, id, pid);
        log.line(`cell ${pid}`);
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

const running = await startTasks([task("test.again", true), task("test.once", false)], services);
process.stdout.write("working\n");
process.on("SIGTERM", () => {
  running.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
