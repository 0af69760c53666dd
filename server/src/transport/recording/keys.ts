import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { rename, writeFile } from "node:fs/promises";
import type { SecretBox } from "../../engine/secrets/secret-box.ts";
import {
  chainHash,
  encodeFrameHeader,
  FRAME_TAG,
  type FrameHeader,
  type FrameType,
  frameNonce,
  RecordingTampered,
} from "./format.ts";

/** Seals the key of each recording under the installation key; the engine's secret box fits. */
export type RecordingKeys = Pick<SecretBox, "seal" | "open">;

/** A new key for one recording, and its sealed form for the file header. */
export function createRecordingKey(keys: RecordingKeys, id: string): { key: Buffer; sealed: string } {
  const key = randomBytes(32);
  return { key, sealed: keys.seal(key.toString("base64"), `recording:${id}`) };
}

/** Where the key of a recording is kept once it was sealed anew: the recording itself never changes. */
export const recordingKeyFile = (file: string): string => `${file}.key`;

/**
 * Seals the key of a recording under the current key of the installation, into a file beside the recording.
 * Answers whether there was anything to do.
 *
 * @param kept the sealed key as it stands now
 * @throws RecordingTampered when it does not open
 */
export async function resealRecordingKey(
  file: string,
  id: string,
  kept: string,
  keys: SecretBox,
): Promise<boolean> {
  if (keys.isCurrent(kept)) return false;
  const key = openRecordingKey(keys, id, kept);
  await writeKeyBeside(file, keys.seal(key.toString("base64"), `recording:${id}`));
  return true;
}

/** Writes a sealed key beside a recording. */
export async function writeKeyBeside(file: string, sealed: string): Promise<void> {
  const draft = `${recordingKeyFile(file)}.draft`;
  await writeFile(draft, sealed, { mode: 0o600, flush: true });
  await rename(draft, recordingKeyFile(file));
}

/**
 * The key of a recording from its file header.
 *
 * @throws RecordingTampered when the sealed key was changed, belongs to another session, or was sealed by
 *   another installation
 */
export function openRecordingKey(keys: RecordingKeys, id: string, sealed: string): Buffer {
  try {
    return Buffer.from(keys.open(sealed, `recording:${id}`), "base64");
  } catch {
    throw new RecordingTampered(-1, "the key does not open");
  }
}

/** Encrypts one frame. The plain header is authenticated with it, so no part can be swapped. */
export function sealFrame(
  key: Buffer,
  type: FrameType,
  sequence: number,
  previous: Buffer,
  compressed: Buffer,
): { parts: Buffer[]; hash: Buffer } {
  const header = encodeFrameHeader({ type, sequence, length: compressed.length, previous });
  const cipher = createCipheriv("aes-256-gcm", key, frameNonce(sequence));
  cipher.setAAD(header);
  const parts = [header, cipher.update(compressed), cipher.final(), cipher.getAuthTag()];
  return { parts, hash: chainHash(...parts) };
}

/**
 * Decrypts one frame.
 *
 * @param body cipher text and tag
 * @throws RecordingTampered when the tag does not fit
 */
export function openFrame(key: Buffer, header: FrameHeader, headerBytes: Buffer, body: Buffer): Buffer {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, frameNonce(header.sequence), {
      authTagLength: FRAME_TAG,
    });
    decipher.setAAD(headerBytes);
    decipher.setAuthTag(body.subarray(header.length));
    return Buffer.concat([decipher.update(body.subarray(0, header.length)), decipher.final()]);
  } catch {
    throw new RecordingTampered(header.sequence, "changed after it was written");
  }
}
