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
 * The codec for the charset chosen in the connect dialog.
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
  if (encoding.startsWith("utf-")) return null;
  const typed = new TextDecoder("utf-8", { ignoreBOM: true });
  return {
    encoding,
    toScreen: (data) => Buffer.from(decoder.decode(data, { stream: true })),
    fromKeyboard: (data) => encode(typed.decode(data, { stream: true }), tableOf(encoding)),
  };
}

const tables = new Map<string, ReadonlyMap<string, Buffer>>();

function encode(text: string, table: ReadonlyMap<string, Buffer>): Buffer {
  const question = Buffer.from("?");
  return Buffer.concat(
    Array.from(text, (character) =>
      character < "\u0080" ? Buffer.from(character) : (table.get(character) ?? question),
    ),
  );
}

/**
 * Node decodes these encodings but does not encode them: the table is the decoder read backwards, one and two
 * byte sequences, made once in a few milliseconds.
 */
function tableOf(encoding: string): ReadonlyMap<string, Buffer> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const table = new Map<string, Buffer>();
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  const add = (text: string, bytes: number[]) => {
    if ([...text].length === 1 && text !== "\ufffd" && text >= "\u0080" && !table.has(text)) {
      table.set(text, Buffer.from(bytes));
    }
  };
  for (let lead = 0x80; lead < 0x100; lead += 1) {
    add(decoder.decode(Buffer.from([lead])), [lead]);
    // All second bytes of one lead at once, a line each.
    const trails = Array.from({ length: 0x100 - 0x40 }, (_, at) => at + 0x40);
    const lines = decoder.decode(Buffer.from(trails.flatMap((trail) => [lead, trail, 0x0a]))).split("\n");
    if (lines.length !== trails.length + 1) continue;
    for (const [at, trail] of trails.entries()) add(lines[at] ?? "", [lead, trail]);
  }
  tables.set(encoding, table);
  return table;
}
