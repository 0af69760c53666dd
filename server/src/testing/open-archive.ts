import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js";

/** The one file of an archive that a password opens; throws when it is another one. */
export async function openArchive(
  archive: ArrayBuffer,
  password: string,
): Promise<{ readonly name: string; readonly content: Uint8Array }> {
  const reader = new ZipReader(new Uint8ArrayReader(new Uint8Array(archive)), { password });
  const [entry, ...others] = await reader.getEntries();
  if (entry === undefined || entry.directory || others.length > 0)
    throw new Error("not an archive of one file");
  if (!entry.encrypted) throw new Error(`${entry.filename} is not encrypted`);
  return { name: entry.filename, content: await entry.getData(new Uint8ArrayWriter()) };
}
