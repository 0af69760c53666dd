import { randomBytes } from "node:crypto";
import type { Services } from "../../../engine/services.ts";
import type { GatewayPorts, SessionRecord } from "../../../gateway/ports.ts";
import { RecordingWriter, resolveRecording } from "../../../transport/recording/index.ts";
import type { World } from "../../permissions/testing/world.ts";
import { sessionRecord } from "./session-record.ts";

/** What a recording holds. */
export interface RecordedOutput {
  /** Pieces of output. Default 100. */
  readonly pieces?: number;
  /** Makes a piece. By default a line of 80 random characters: 8 KB in all. */
  readonly piece?: () => string;
  /** Bytes after which a frame is written. Default 500. */
  readonly frameBytes?: number;
}

const randomLine = (): string => `${randomBytes(60).toString("base64")}\r\n`;

/** A session that has ended, with a recording that ends with `the end`. */
export async function endedSession(
  { config, secrets }: Pick<Services, "config" | "secrets">,
  ports: GatewayPorts,
  world: World,
  { pieces = 100, piece = randomLine, frameBytes = 500 }: RecordedOutput = {},
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
  for (let count = 0; count < pieces; count += 1) writer.add("o", Buffer.from(piece()));
  writer.add("o", Buffer.from("the end\r\n"));
  const recording = await writer.close();
  await ports.sessions.finish(session.id, {
    ...{ dateEnd: new Date("2026-05-04T10:01:00Z"), hasReplay: true, recording },
    ...{ recordingPath: session.recordingPath, reason: "target_closed" },
  });
  return session;
}
