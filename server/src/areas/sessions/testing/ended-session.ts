import { randomBytes } from "node:crypto";
import type { Services } from "../../../engine/services.ts";
import type { GatewayPorts, SessionRecord } from "../../../gateway/ports.ts";
import { RecordingWriter, resolveRecording } from "../../../transport/recording/index.ts";
import type { World } from "../../permissions/testing/world.ts";
import { sessionRecord } from "./session-record.ts";

/** How much a recording holds. */
export interface RecordedAmount {
  /** Lines of random text. Default 100. */
  readonly lines?: number;
  /** Random bytes of a line. Default 60: with 100 lines, 8 KB. */
  readonly lineBytes?: number;
  /** Bytes after which a frame is written. Default 500. */
  readonly frameBytes?: number;
}

/** A session that has ended, with a recording that ends with `the end`. */
export async function endedSession(
  { config, secrets }: Pick<Services, "config" | "secrets">,
  ports: GatewayPorts,
  world: World,
  { lines = 100, lineBytes = 60, frameBytes = 500 }: RecordedAmount = {},
): Promise<SessionRecord> {
  const session = sessionRecord(world);
  await ports.sessions.open(session);
  const writer = await RecordingWriter.create(
    resolveRecording(config.dataFolder, session.recordingPath ?? ""),
    {
      ...{ id: session.id, started: session.dateStart.toISOString(), columns: 80, rows: 24 },
      ...{ title: "admin@front", charset: "utf-8" },
    },
    secrets,
    { frameBytes },
  );
  for (let line = 0; line < lines; line += 1) {
    writer.add("o", Buffer.from(`${randomBytes(lineBytes).toString("base64")}\r\n`));
  }
  writer.add("o", Buffer.from("the end\r\n"));
  const recording = await writer.close();
  await ports.sessions.finish(session.id, {
    ...{ dateEnd: new Date("2026-05-04T10:01:00Z"), hasReplay: true, recording },
    ...{ recordingPath: session.recordingPath, reason: "target_closed" },
  });
  return session;
}
