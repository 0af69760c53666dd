import { randomUUID } from "node:crypto";
import type { GatewayPorts, SessionRecord } from "../../../gateway/ports.ts";
import { createGatewayPorts } from "../../../gateway-ports.ts";
import { createTestProduct, type TestProduct } from "../../../testing/product.ts";
import { resolveRecording } from "../../../transport/recording/path.ts";
import { RecordingWriter } from "../../../transport/recording/writer.ts";
import { createWorld, type World } from "../../permissions/testing/world.ts";
import { sessionRecord } from "../../sessions/testing/session-record.ts";

/** A product with a world, and sessions as gateways report them. */
export interface EvidenceBed {
  readonly product: TestProduct;
  readonly world: World;
  readonly ports: GatewayPorts;
  /** A session that ended, with a recording of some frames and commands. */
  session(commands?: readonly string[], changes?: Partial<SessionRecord>): Promise<RecordedSession>;
}

/** A session that ended. */
export interface RecordedSession {
  readonly id: string;
  /** Its recording. */
  readonly file: string;
}

const organizationId = "00000000-0000-0000-0000-000000000002";

/** Starts a product for a test file; close its product in `afterAll`. */
export async function createEvidenceBed(
  environment: Readonly<Record<string, string>> = {},
): Promise<EvidenceBed> {
  const product = await createTestProduct(environment);
  await product.createUser({ username: "mei", name: "mei" });
  const world = await createWorld(product.database.db, organizationId);
  await world.permit({ name: "front for mei", users: ["mei"], assets: ["front"] });
  const ports = await createGatewayPorts(product.services);
  return {
    product,
    world,
    ports,
    async session(commands = ["ls", "whoami"], changes = {}) {
      const record = sessionRecord(world, { dateStart: new Date(Date.now() - 3_600_000), ...changes });
      await ports.sessions.open(record);
      const file = resolveRecording(product.services.config.dataFolder, record.recordingPath ?? "");
      const recording = await writeRecording(product, record, file);
      await ports.sessions.finish(record.id, {
        dateEnd: new Date(record.dateStart.getTime() + 60_000),
        hasReplay: true,
        recordingPath: record.recordingPath,
        recording,
        reason: "target_closed",
      });
      await ports.sessions.storeCommands(
        record.id,
        commands.map((input, index) => ({
          id: randomUUID(),
          input,
          output: `output of ${input}`,
          riskLevel: 0,
          source: "exact",
          date: new Date(record.dateStart.getTime() + index * 1000),
        })),
      );
      return { id: record.id, file };
    },
  };
}

async function writeRecording(product: TestProduct, { id, dateStart }: SessionRecord, file: string) {
  const writer = await RecordingWriter.create(
    file,
    { id, started: dateStart.toISOString(), columns: 80, rows: 24, title: "admin@front", charset: "utf-8" },
    product.services.secrets,
    { frameBytes: 1 },
  );
  for (const line of ["hello\r\n", "世界\r\n", "bye\r\n"]) {
    writer.add("o", Buffer.from(line));
    // Each line is a frame: the writer takes what waits once it is free.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return writer.close();
}
