import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ResealResult } from "../../engine/secrets/sealed-values.ts";
import type { SecretBox } from "../../engine/secrets/secret-box.ts";
import { recordingKeyFile, resealRecordingKey } from "./keys.ts";
import { readSealedKey } from "./reader.ts";

/** Seals the keys of all recordings in a data folder under the current key. The recordings stay as they are. */
export async function resealRecordings(dataFolder: string, secrets: SecretBox): Promise<ResealResult> {
  const result = { resealed: 0, unreadable: 0 };
  for await (const file of recordingsIn(join(dataFolder, "recordings"))) {
    try {
      const { id, sealed } = await sealedKeyOf(file);
      if (await resealRecordingKey(file, id, sealed, secrets)) result.resealed += 1;
    } catch (error) {
      // Removed while this looked.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") result.unreadable += 1;
    }
  }
  return result;
}

/** The sealed key of a recording; where only its key is here, the recording is kept elsewhere, and named by its file. */
async function sealedKeyOf(file: string): Promise<{ id: string; sealed: string }> {
  try {
    return await readSealedKey(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return { id: basename(file, ".rec"), sealed: await readFile(recordingKeyFile(file), "utf8") };
  }
}

/** Recordings, and those of which only the key is here. */
async function* recordingsIn(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = new Set(entries.map(({ name }) => name));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const recording = entry.name.replace(/\.key$/, "");
    if (entry.isDirectory()) yield* recordingsIn(path);
    else if (entry.name.endsWith(".rec")) yield path;
    else if (recording.endsWith(".rec") && !names.has(recording)) yield join(folder, recording);
  }
}
