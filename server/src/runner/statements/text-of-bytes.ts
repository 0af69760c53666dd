const strict = new TextDecoder("utf-8", { fatal: true });

/** A value as people read it: a text, or its bytes in hexadecimal where it is none. */
export function textOfBytes(bytes: Buffer): string {
  try {
    return strict.decode(bytes);
  } catch {
    return `0x${bytes.toString("hex").toUpperCase()}`;
  }
}
