import { Readable } from "node:stream";
import { configure, ZipWriter } from "@zip.js/zip.js";

configure({ useWebWorkers: false });

/** AES with a key of 256 bits. */
const strongest = 3;

/** A file encrypted with a password (WinZip's AES) in an archive, piece by piece. */
export function protectedArchive(
  name: string,
  content: AsyncGenerator<Uint8Array>,
  password: string,
): Readable {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const archive = new ZipWriter(writable, { password, encryptionStrength: strongest });
  const source = Readable.toWeb(Readable.from(content, { objectMode: false })) as ReadableStream<Uint8Array>;
  const written = archive.add(name, source).then(() => archive.close());
  // A reader who goes away, or a source that breaks, ends the other side; the failure shows on the stream itself.
  written.catch((error: unknown) => writable.abort(error).catch(() => undefined));
  const archived = Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]);
  archived.once("close", () => void content.return(undefined));
  return archived;
}
