import { type ChildProcess, spawn } from "node:child_process";
import { readdir, readFile, readlink } from "node:fs/promises";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { killProcessGroup, unprivilegedId } from "../../../../../engine/process/index.ts";

/** Bytes of memory all processes of a run may hold together, and milliseconds between looks. */
const mostMemory = 1_610_612_736;
const lookEvery = 500;
/** Characters of one line of what a run says, and of all of them. */
const longestLine = 1_048_576;
const mostSaid = 67_108_864;

/**
 * Builds the file system of a run and starts the program in it: the system's programs to read, the folder of the run to
 * read, 64 MB of memory to write, and nothing else. The program has another root than its mount namespace, so that the
 * kernel gives it no user namespace, in which it could mount as much memory as it likes. `$1` becomes the root, `$2` is the folder of the run, `$3` the
 * account, the rest the program.
 */
const script = `
set -eu
root=$1 book=$2 account=$3
shift 3
mount --make-rprivate /
mount -t tmpfs -o size=1m,mode=755,nosuid,nodev none "$root"
cd "$root"
for name in usr bin sbin lib lib32 lib64; do
  if [ -L "/$name" ]; then cp -P "/$name" .
  elif [ -d "/$name" ]; then
    mkdir "$name"; mount --bind "/$name" "$name"; mount -o remount,bind,ro,nosuid,nodev "$name"
  fi
done
mkdir etc proc dev dev/shm tmp play apart
if [ -f /etc/ld.so.cache ]; then
  : > etc/ld.so.cache; mount --bind /etc/ld.so.cache etc/ld.so.cache
  mount -o remount,bind,ro,nosuid,nodev etc/ld.so.cache
fi
if [ -d /etc/alternatives ]; then
  mkdir etc/alternatives; mount --bind /etc/alternatives etc/alternatives
  mount -o remount,bind,ro,nosuid,nodev etc/alternatives
fi
echo "playbook:x:\${account:-0}:\${account:-0}::/tmp:/bin/sh" > etc/passwd
for name in null zero random urandom; do : > "dev/$name"; mount --bind "/dev/$name" "dev/$name"; done
mount -t tmpfs -o size=8m,mode=1777,nosuid,nodev,noexec none dev/shm
mount -t tmpfs -o size=64m,nr_inodes=8192,mode=1777,nosuid,nodev none tmp
mount -t proc -o nosuid,nodev,noexec proc proc
mount --bind "$book" play
mount -o remount,bind,ro,nosuid,nodev play
mount --rbind . apart
mount -o remount,bind,ro,nosuid,nodev apart
mount -o remount,ro,nosuid,nodev none "$root"
pivot_root . .
umount -l .
ids="\${account:+--reuid=$account --regid=$account --clear-groups}"
exec chroot /apart prlimit --nproc=128 --as=2147483648 --fsize=67108864 --nofile=512 --core=0 --cpu=1800 \\
  setpriv $ids --no-new-privs --inh-caps=-all --bounding-set=-all env -C /play/project "$@"
`;

/** A program to be run apart from everything else. */
export interface SandboxOptions {
  /** An empty folder. */
  readonly root: string;
  /** What it may read, as `/play`; it begins in \`project\` there. */
  readonly work: string;
  readonly program: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** A line on descriptor 3. */
  reported(line: string): void;
  /** A line of its output. */
  said(line: string): void;
}

/** How it ended; `limit`: it was ended because it took too much of that. */
export interface SandboxEnd {
  readonly code: number | null;
  readonly limit: "memory" | "output" | null;
}

/**
 * Runs a program with namespaces of its own for files, processes and networks, of which the last has no interface; as
 * an account of its own where this process is root, without any privilege, and with limits on what it takes.
 */
export async function runInSandbox(options: SandboxOptions): Promise<SandboxEnd> {
  const { environment, program, root, signal, work } = options;
  const account = unprivilegedId(true);
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const child = spawn(
    "unshare",
    [
      ...(account === null ? ["--map-root-user"] : []),
      ...["--mount", "--net", "--ipc", "--uts", "--pid", "--fork", "--kill-child", "--"],
      ...["/bin/sh", "-c", script, "sandbox", root, work, String(account ?? "")],
      ...["env", "-i", ...variables, ...program],
    ],
    {
      cwd: "/",
      env: { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" },
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      detached: true,
    },
  );
  const { pid } = child;
  const kill = (): void => (pid === undefined ? undefined : killProcessGroup(pid));
  const ended: { limit: SandboxEnd["limit"] } = { limit: null };
  const end = (limit: "memory" | "output"): void => {
    ended.limit ??= limit;
    kill();
  };
  signal.addEventListener("abort", kill, { once: true });
  if (signal.aborted) kill();
  const watch = pid === undefined ? undefined : watchMemory(pid, () => end("memory"));
  const room = { left: mostSaid };
  const [, out, err, reports] = child.stdio as unknown as readonly Readable[];
  for (const stream of [out, err]) followLines(stream, room, options.said, () => end("output"));
  followLines(reports, room, options.reported, () => end("output"));
  try {
    return { code: await gone(child), limit: ended.limit };
  } finally {
    clearInterval(watch);
    signal.removeEventListener("abort", kill);
    kill();
  }
}

const gone = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });

function followLines(
  stream: Readable | undefined,
  room: { left: number },
  line: (text: string) => void,
  tooMuch: () => void,
): void {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  stream?.on("error", () => undefined);
  stream?.on("data", (data: Buffer) => {
    room.left -= data.length;
    const lines = (rest + decoder.write(data)).split("\n");
    rest = lines.pop() ?? "";
    if (room.left < 0 || rest.length > longestLine) return tooMuch();
    for (const text of lines) line(text);
  });
  stream?.on("end", () => {
    if (rest !== "") line(rest);
  });
}

/** Ends what takes more memory than it may: all processes of the same process namespace together. */
function watchMemory(pid: number, tooMuch: () => void): NodeJS.Timeout {
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const own = await readlink(`/proc/${pid}/ns/pid_for_children`).catch(() => null);
    const outside = await readlink("/proc/self/ns/pid").catch(() => null);
    let size = 0;
    for (const name of own === null || own === outside ? [] : await readdir("/proc").catch(() => [])) {
      if (!/^\d+$/.test(name)) continue;
      if ((await readlink(`/proc/${name}/ns/pid`).catch(() => null)) !== own) continue;
      const pages = (await readFile(`/proc/${name}/statm`, "utf8").catch(() => "")).split(" ")[1];
      size += Number(pages ?? 0) * 4_096;
    }
    isLooking = false;
    if (size > mostMemory) tooMuch();
  };
  return setInterval(() => void look(), lookEvery);
}
