import { isUtf8 } from "node:buffer";
import { pieceSize, UnreadableFile } from "./limits.ts";
import { text } from "./texts.ts";

/** Bytes looked at to distinguish two encodings. */
const sampleSize = 65_536;

/**
 * The encoding of a text file: by its mark, else UTF-8 when it is that, else what spreadsheet programs of China
 * and Japan save. Answers a label of the Encoding standard.
 */
export function detectEncoding(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, sampleSize);
  const [even, odd] = zeros(sample);
  // Text of Latin letters in UTF-16 without a mark: every second byte is zero.
  if (odd > 0 && even === 0) return "utf-16le";
  if (even > 0 && odd === 0) return "utf-16be";
  if (isUtf8(bytes)) return "utf-8";
  return isShiftJis(sample) ? "shift_jis" : "gb18030";
}

function zeros(bytes: Buffer): [even: number, odd: number] {
  const counts: [number, number] = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) counts[index % 2 === 0 ? 0 : 1] += 1;
  return counts;
}

/**
 * Whether bytes that are not UTF-8 are Japanese. Chinese ones read as Shift_JIS are broken, or a row of half-width
 * kana, which hardly anybody writes.
 */
function isShiftJis(sample: Buffer): boolean {
  let decoded: string;
  try {
    decoded = new TextDecoder("shift_jis", { fatal: true }).decode(sample, { stream: true });
  } catch {
    return false;
  }
  const foreign = decoded.match(/[^\0-\x7f]/gu)?.length ?? 0;
  const halfWidth = decoded.match(/[\uff61-\uff9f]/gu)?.length ?? 0;
  return halfWidth * 3 < foreign;
}

/** The text of a file, piece by piece, without its mark. */
export function* decodeText(bytes: Buffer): Generator<string> {
  const decoder = new TextDecoder(detectEncoding(bytes), { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += pieceSize) {
      yield decoder.decode(bytes.subarray(at, at + pieceSize), { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableFile(text.unknownEncoding);
    throw error;
  }
}
