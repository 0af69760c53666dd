import { realPath } from "./file-view.ts";
import { absolutePath, pathBytes } from "./paths.ts";
import { isDirectory, readAttributes } from "./sftp/attributes.ts";
import { PacketCursor, packetType, string } from "./sftp/packets.ts";
import type { RemoteFiles } from "./sftp/remote-files.ts";

/** What the platform says of the folder files start in. */
export interface StartFolder {
  /** A path with `${ACCOUNT}` and `${USER}`; "": the home folder of the account. */
  readonly home: string;
  /** Whether nothing outside it may be reached. */
  readonly isConfined: boolean;
}

/**
 * The folder an account starts in, as the target names it. One that is not there is the account's home folder instead,
 * unless files are confined to it.
 *
 * @param names what stands for the placeholders
 */
export async function startFolder(
  files: RemoteFiles,
  { home, isConfined }: StartFolder,
  names: { readonly account: string; readonly user: string },
): Promise<string | null> {
  const own = async () => (await realPath(files, ".")) ?? "/";
  if (home === "") return own();
  // A name with a slash would be a path of its own.
  const filled = home.replace(/\$\{(ACCOUNT|USER)\}/g, (_whole, name) =>
    (name === "ACCOUNT" ? names.account : names.user).replaceAll("/", "_"),
  );
  const path = filled.startsWith("/")
    ? absolutePath("/", pathBytes(filled))
    : absolutePath(await own(), pathBytes(filled));
  const real = await realPath(files, path);
  const { type, body } = await files.ask(packetType.stat, string(real ?? path));
  const isThere =
    real !== null && type === packetType.attributes && isDirectory(readAttributes(new PacketCursor(body)));
  if (isThere) return real;
  return isConfined ? null : own();
}
