import { rm } from "node:fs/promises";
import { writeKeyBeside } from "./keys.ts";
import { readSealedKey } from "./reader.ts";

/**
 * Removes the recording from this machine once it is kept elsewhere. Its key stays beside where it was, so that it can
 * be sealed anew when the installation's key is replaced; so does its index.
 */
export async function leaveRecording(file: string): Promise<void> {
  try {
    const { sealed } = await readSealedKey(file);
    await writeKeyBeside(file, sealed);
  } catch (error) {
    // An earlier try has removed it.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  await rm(file, { force: true });
}
