import { access } from "node:fs/promises";
import { log } from "../engine/log.ts";
import { recordingPath, recoverRecording, resolveRecording } from "../transport/recording/index.ts";
import type { GatewayContext } from "./open-session.ts";
import type { OrphanedSession, SessionOutcome } from "./ports.ts";
import { heartbeatInterval } from "./registry.ts";

/** Finishes the sessions an earlier run of this gateway left behind: closes their recordings, stores their end. */
export async function finishOrphans(
  context: Pick<GatewayContext, "ports" | "keys" | "dataFolder">,
): Promise<void> {
  await context.ports.sessions.finishOrphans(async (orphan): Promise<SessionOutcome> => {
    const relative = orphan.recordingPath ?? recordingPath(orphan.id, orphan.dateStart);
    const file = resolveRecording(context.dataFolder, relative);
    const lost = { hasReplay: false, recordingPath: null, recording: null, reason: "gateway_died" };
    if (!(await exists(file))) return { ...lost, dateEnd: endOf(orphan) };
    try {
      const recording = await recoverRecording(file, context.keys);
      const dateEnd = new Date(orphan.dateStart.getTime() + recording.duration / 1000);
      log.info({ session: orphan.id, bytes: recording.bytes }, "recording of an interrupted session closed");
      return { dateEnd, hasReplay: true, recordingPath: relative, recording, reason: "gateway_died" };
    } catch (error) {
      // Left as it is: whoever replays it is told what is wrong with it.
      log.error({ err: error, session: orphan.id }, "recording of an interrupted session cannot be closed");
      return { ...lost, hasReplay: true, recordingPath: relative, dateEnd: endOf(orphan) };
    }
  });
  await context.ports.files.breakOffOrphans();
}

/** The latest a session without a recording can have ended: the gateway may have been away for long since. */
const endOf = ({ lastSeen }: OrphanedSession): Date =>
  new Date(Math.min(Date.now(), lastSeen.getTime() + heartbeatInterval));

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
