import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ResealResult } from "../../engine/secrets/sealed-values.ts";
import type { SecretBox } from "../../engine/secrets/secret-box.ts";
import { resealRecordingKey } from "./keys.ts";
import { readSealedKey } from "./reader.ts";

/** Seals the keys of all recordings in a data folder under the current key. The recordings stay as they are. */
export async function resealRecordings(dataFolder: string, secrets: SecretBox): Promise<ResealResult> {
  const result = { resealed: 0, unreadable: 0 };
  for await (const file of recordingsIn(join(dataFolder, "recordings"))) {
    try {
      const { id, sealed } = await readSealedKey(file);
      if (await resealRecordingKey(file, id, sealed, secrets)) result.resealed += 1;
    } catch (error) {
      // Removed while this looked.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") result.unreadable += 1;
    }
  }
  return result;
}

async function* recordingsIn(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* recordingsIn(path);
    else if (entry.name.endsWith(".rec")) yield path;
  }
}
