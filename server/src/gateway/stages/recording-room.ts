import { statfs } from "node:fs/promises";

/**
 * Refuses a session before it begins where the disk of the recordings has less room than is wished.
 *
 * @param folder the data folder
 * @param least bytes that have to be free; 0: any
 * @throws Error when there is less
 */
export async function requireRecordingRoom(folder: string, least: number): Promise<void> {
  if (least === 0) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < least) throw new Error("less is free on the disk of the recordings than is wished");
}
