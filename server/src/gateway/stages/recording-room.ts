import { mkdir, statfs } from "node:fs/promises";
import path from "node:path";

/**
 * Refuses a session before it begins where the disk of its recording has less room than is wished.
 *
 * @param file path of the recording
 * @param least bytes that have to be free; 0: any
 * @throws Error when there is less
 */
export async function requireRecordingRoom(file: string, least: number): Promise<void> {
  if (least === 0) return;
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < least) throw new Error("less is free on the disk of the recordings than is wished");
}
