import iconv from "iconv-lite";

/** Translates between the person's UTF-8 and a target's own encoding, as two streams. */
export interface CharsetCodec {
  /** Label of the WHATWG encoding standard. */
  readonly encoding: string;
  /** Output of the target as UTF-8; a character may lie across calls. */
  toScreen(data: Buffer): Buffer;
  /** Typed UTF-8 in the target's encoding; what it cannot express becomes `?`. */
  fromKeyboard(data: Buffer): Buffer;
}

/**
 * The codec for the charset chosen in the connect dialog. Node reads these encodings and does not write them.
 *
 * @param charset e.g. `gbk`, `big5`, `shift_jis`; anything else, or not a string, means UTF-8
 * @returns null for UTF-8, which needs none
 */
export function charsetCodec(charset: unknown): CharsetCodec | null {
  if (typeof charset !== "string" || charset === "") return null;
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(charset, { ignoreBOM: true });
  } catch {
    return null;
  }
  const { encoding } = decoder;
  // The 16-bit encodings cannot carry a terminal's control characters as single bytes.
  if (encoding.startsWith("utf-") || !iconv.encodingExists(encoding)) return null;
  const typed = new TextDecoder("utf-8", { ignoreBOM: true });
  return {
    encoding,
    toScreen: (data) => Buffer.from(decoder.decode(data, { stream: true })),
    fromKeyboard: (data) => iconv.encode(typed.decode(data, { stream: true }), encoding),
  };
}
