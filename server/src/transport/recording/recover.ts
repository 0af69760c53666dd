import { open } from "node:fs/promises";
import { type RecordingKeys, sealFrame } from "./keys.ts";
import { openRecording, type RecordingEnd } from "./reader.ts";
import { compressFrame, type RecordingSummary, writeAll } from "./writer.ts";

/**
 * Closes the recording of a session whose gateway died: the torn frame at its end is cut off and an end frame
 * (reason `recovered`) appended. A recording that is complete already is left as it is.
 *
 * @throws RecordingTampered when what is in it was changed; the file is then left untouched
 */
export async function recoverRecording(file: string, keys: RecordingKeys): Promise<RecordingSummary> {
  const recording = await openRecording(file, keys);
  let end: RecordingEnd;
  try {
    const events = recording.events();
    let step = await events.next();
    while (!step.done) step = await events.next();
    end = step.value;
  } finally {
    await recording.close();
  }
  if (end.state === "complete") return { bytes: end.bytes, hash: end.hash, duration: end.duration };
  const plain = Buffer.from(JSON.stringify({ duration: end.duration, reason: "recovered" }));
  const frame = sealFrame(
    recording.chain.key,
    "end",
    end.frames,
    Buffer.from(end.hash, "hex"),
    await compressFrame(plain),
  );
  const handle = await open(file, "r+");
  try {
    await handle.truncate(end.bytes);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  const appending = await open(file, "a");
  try {
    const written = await writeAll(appending, frame.parts);
    await appending.datasync();
    return { bytes: end.bytes + written, hash: frame.hash.toString("hex"), duration: end.duration };
  } finally {
    await appending.close();
  }
}
