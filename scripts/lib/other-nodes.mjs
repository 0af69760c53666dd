import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Long-lived versions of Node that the product is run on; as the start says (`server/src/supervisor/node-life.ts`). */
export const supportedMajors = [22, 24];

/** Folders with a folder for each version, and where in that the program lies. */
const managers = [
  {
    folder: ({ NVM_DIR, HOME }) => join(NVM_DIR ?? join(HOME ?? "/root", ".nvm"), "versions/node"),
    program: "bin/node",
  },
  {
    folder: ({ FNM_DIR, HOME }) =>
      join(FNM_DIR ?? join(HOME ?? "/root", ".local/share/fnm"), "node-versions"),
    program: "installation/bin/node",
  },
  { folder: ({ HOME }) => join(HOME ?? "/root", ".volta/tools/image/node"), program: "bin/node" },
  {
    folder: ({ RUNNER_TOOL_CACHE }) => join(RUNNER_TOOL_CACHE ?? "/opt/hostedtoolcache", "node"),
    program: "x64/bin/node",
  },
];

/**
 * The newest program of each supported version of Node that this machine has beside the one that runs: those of
 * `SALLYPORT_NODES` (paths, separated as in `PATH`), `node22` and `node24` on the `PATH`, and what version managers
 * installed. Nothing is downloaded.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} running as in `process.versions.node`
 * @returns {{ found: { version: string, program: string }[], absent: number[] }} `absent`: versions without a program
 */
export function findOtherNodes(env, running) {
  const own = Number(running.split(".")[0]);
  const wanted = supportedMajors.filter((major) => major !== own);
  const known = candidates(env)
    .filter((program) => existsSync(program))
    .flatMap((program) => {
      const version = versionOf(program);
      return version === null ? [] : [{ version, program }];
    });
  const found = wanted.flatMap((major) =>
    known
      .filter(({ version }) => Number(version.split(".")[0]) === major)
      .sort((one, other) => other.version.localeCompare(one.version, "en", { numeric: true }))
      .slice(0, 1),
  );
  const absent = wanted.filter((major) => !found.some(({ version }) => version.startsWith(`${major}.`)));
  return { found, absent };
}

/**
 * An environment in which that program is what `node` means, so that what npm and scripts start runs on it as well.
 * @param {string} program
 * @param {string} folder where a name for it may be made
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentOn(program, folder, env) {
  mkdirSync(folder, { recursive: true });
  const link = join(folder, "node");
  rmSync(link, { force: true });
  symlinkSync(program, link);
  return { ...env, PATH: [folder, env.PATH].filter(Boolean).join(delimiter) };
}

function candidates(env) {
  const split = (list) => (list ?? "").split(delimiter).filter((part) => part !== "");
  const onPath = split(env.PATH).flatMap((folder) =>
    supportedMajors.map((major) => join(folder, `node${major}`)),
  );
  const managed = managers.flatMap(({ folder, program }) => {
    const versions = folder(env);
    return existsSync(versions)
      ? readdirSync(versions).map((version) => join(versions, version, program))
      : [];
  });
  return [...split(env.SALLYPORT_NODES), ...onPath, ...managed];
}

function versionOf(program) {
  const { stdout } = spawnSync(program, ["--version"], { encoding: "utf8", timeout: 10_000 });
  return /^v(\d+\.\d+\.\d+)/.exec(stdout ?? "")?.[1] ?? null;
}
