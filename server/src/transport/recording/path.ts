import path from "node:path";

/** Folder of the recordings, below the data folder. */
export const recordingsFolder = "recordings";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Where the recording of a session lies, relative to the data folder:
 * `recordings/YYYY-MM-DD/<session id>.rec`, the day in UTC.
 *
 * @throws RangeError when the id is not a UUID, so that no path can be smuggled in
 */
export function recordingPath(sessionId: string, started: Date): string {
  if (!uuid.test(sessionId)) throw new RangeError("session id is not a UUID");
  return path.posix.join(
    recordingsFolder,
    started.toISOString().slice(0, 10),
    `${sessionId.toLowerCase()}.rec`,
  );
}

/**
 * A stored relative recording path as a path on this machine.
 *
 * @throws RangeError when it would leave the recordings folder
 */
export function resolveRecording(dataFolder: string, relative: string): string {
  const root = path.resolve(dataFolder, recordingsFolder);
  const resolved = path.resolve(dataFolder, relative);
  if (!resolved.startsWith(root + path.sep)) throw new RangeError("recording path leaves its folder");
  return resolved;
}
