import { randomUUID } from "node:crypto";
import { posix } from "node:path";
import type { SFTPWrapper } from "ssh2";
import { mapConcurrent } from "../../../engine/map-concurrent.ts";
import type { ObjectStore } from "./object-store.ts";
import { inFolder, type SftpFolder } from "./sftp-connection.ts";
import { StorageError } from "./storage-error.ts";

/** Bytes every server takes in one request. */
const pieceBytes = 32 * 1024;
/** Pieces on their way together, so that a distant server is not waited for after each. */
const piecesAtOnce = 32;

/** A call of the protocol's client, as a promise. */
const ask = <T = void>(
  call: (done: (error: Error | null | undefined, value: T) => void) => void,
): Promise<T> =>
  new Promise((resolve, reject) => {
    call((error, value) => (error === null || error === undefined ? resolve(value) : reject(error)));
  });

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === 2;

/** Makes the folders a file is in, those that are not there. */
async function makeFolders(sftp: SFTPWrapper, path: string): Promise<void> {
  const folder = posix.dirname(path);
  if (folder === "." || folder === "/") return;
  const isThere = await ask((done) => sftp.stat(folder, (error) => done(error, undefined))).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  await makeFolders(sftp, folder);
  await ask((done) => sftp.mkdir(folder, { mode: 0o700 }, (error) => done(error, undefined))).catch(() => {
    // Another upload was quicker; what is really wrong is told by the file.
  });
}

async function openFile(sftp: SFTPWrapper, path: string, mode: "r" | "w" | "r+"): Promise<Buffer> {
  const once = () => ask<Buffer>((done) => sftp.open(path, mode, { mode: 0o600 }, done));
  try {
    return await once();
  } catch (error) {
    if (mode !== "w" || !isMissing(error)) throw error;
    await makeFolders(sftp, path);
    return await once();
  }
}

async function withFile<T>(
  sftp: SFTPWrapper,
  path: string,
  mode: "r" | "w" | "r+",
  work: (handle: Buffer) => Promise<T>,
): Promise<T> {
  const handle = await openFile(sftp, path, mode);
  try {
    return await work(handle);
  } finally {
    await ask((done) => sftp.close(handle, (error) => done(error, undefined))).catch(() => undefined);
  }
}

const piecesOf = (length: number): number[] =>
  Array.from({ length: Math.ceil(length / pieceBytes) }, (_, index) => index * pieceBytes);

async function writeAt(sftp: SFTPWrapper, handle: Buffer, bytes: Buffer, offset: number): Promise<void> {
  await mapConcurrent(piecesOf(bytes.length), piecesAtOnce, (from) => {
    const length = Math.min(pieceBytes, bytes.length - from);
    return ask((done) =>
      sftp.write(handle, bytes, from, length, offset + from, (error) => done(error, undefined)),
    );
  });
}

/** Bytes of one piece; fewer where the file ends. */
async function readPiece(sftp: SFTPWrapper, handle: Buffer, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const count = await ask<number>((done) =>
      sftp.read(handle, bytes, filled, length - filled, offset + filled, (error, read) =>
        // The end of the file is no error here.
        (error as { code?: unknown } | undefined)?.code === 1 ? done(null, 0) : done(error, read),
      ),
    );
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

/** Puts a file in the place of another one, where there is one. */
async function replace(sftp: SFTPWrapper, from: string, to: string): Promise<void> {
  await makeFolders(sftp, to);
  try {
    await ask((done) => sftp.ext_openssh_rename(from, to, (error) => done(error, undefined)));
  } catch {
    // A server without that extension does not rename onto a file.
    await ask((done) => sftp.unlink(to, (error) => done(error, undefined))).catch(() => undefined);
    await ask((done) => sftp.rename(from, to, (error) => done(error, undefined)));
  }
}

/** The files below a folder of an SFTP server. Each is written under another name first, and then renamed. */
export function createSftpStore(folder: SftpFolder): ObjectStore {
  const pathOf = (key: string): string => posix.join(folder.root === "" ? "." : folder.root, key);
  const partial = (key: string, upload: string): string => `${pathOf(key)}.${upload}.part`;
  const use = <T>(work: (sftp: SFTPWrapper) => Promise<T>): Promise<T> => inFolder(folder, work);
  const remove = (sftp: SFTPWrapper, path: string) =>
    ask((done) => sftp.unlink(path, (error) => done(error, undefined)));

  return {
    put: (key, bytes) =>
      use(async (sftp) => {
        const path = partial(key, randomUUID());
        try {
          await withFile(sftp, path, "w", (handle) => writeAt(sftp, handle, bytes, 0));
          await replace(sftp, path, pathOf(key));
        } catch (error) {
          await remove(sftp, path).catch(() => undefined);
          throw error;
        }
      }),
    begin: (key) =>
      use(async (sftp) => {
        const upload = randomUUID();
        await withFile(sftp, partial(key, upload), "w", async () => undefined);
        return upload;
      }),
    part: (key, upload, _number, bytes, offset) =>
      use(async (sftp) => {
        try {
          await withFile(sftp, partial(key, upload), "r+", (handle) => writeAt(sftp, handle, bytes, offset));
        } catch (error) {
          throw isMissing(error) ? new StorageError("no_upload") : error;
        }
        return String(bytes.length);
      }),
    complete: (key, upload, parts) =>
      use(async (sftp) => {
        const path = partial(key, upload);
        const whole = parts.reduce((sum, length) => sum + Number(length), 0);
        const { size } = await ask<{ size: number }>((done) => sftp.stat(path, done)).catch((error) => {
          throw isMissing(error) ? new StorageError("no_upload") : error;
        });
        if (size !== whole) throw new StorageError("no_upload");
        await replace(sftp, path, pathOf(key));
      }),
    read: (key, offset, length) =>
      use((sftp) =>
        withFile(sftp, pathOf(key), "r", async (handle) => {
          const pieces = await mapConcurrent(piecesOf(length), piecesAtOnce, (from) =>
            readPiece(sftp, handle, offset + from, Math.min(pieceBytes, length - from)),
          );
          return Buffer.concat(pieces);
        }),
      ),
    remove: (key) =>
      use((sftp) =>
        remove(sftp, pathOf(key)).catch((error) => {
          if (!isMissing(error)) throw error;
        }),
      ),
  };
}
