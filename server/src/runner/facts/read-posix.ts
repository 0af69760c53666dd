import { count, type Facts, inGibibytes, knownFacts } from "./facts.ts";
import { type Section, sections } from "./posix-script.ts";
import { readSections } from "./sections.ts";

/**
 * The facts in what the script printed. A machine may print anything: what does not look right is left out.
 *
 * @param word the one the script was made with
 */
export function readPosixFacts(output: string, word: string): Facts {
  const found: Found = readSections(output, word, sections);
  const [system = "", kernel = "", arch = ""] = found.system;
  const release = pairs(found.release, "=");
  const macos = pairs(found.macos, ":");
  const board = pairs(found.board, "=");
  const bsd = pairs(found.bsd, "=");
  const aix = pairs(found.aix, ":");
  return knownFacts({
    vendor: board.get("sys_vendor") ?? (macos.size > 0 ? "Apple" : undefined),
    model:
      board.get("product_name") ??
      aix.get("System Model") ??
      (macos.size > 0 ? bsd.get("hw.model") : undefined),
    sn: board.get("product_serial") ?? aix.get("Machine Serial Number"),
    ...processorFacts(found, bsd, aix),
    memory: memoryOf(found.memory, bsd, aix),
    disk_total: inGibibytes(diskSize(found.disks)),
    distribution: release.get("NAME") ?? macos.get("ProductName") ?? system,
    distribution_version:
      release.get("VERSION_ID") ?? macos.get("ProductVersion") ?? (release.size === 0 ? kernel : ""),
    arch,
    kernel,
  });
}

type Found = Readonly<Record<Section, readonly string[]>>;

/** `name=value` lines, quotes taken off; the first of a name counts, empty values do not. */
function pairs(lines: readonly string[], separator: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of lines) {
    const at = line.indexOf(separator);
    if (at <= 0) continue;
    const name = line.slice(0, at).trim();
    const value = line
      .slice(at + 1)
      .trim()
      .replace(/^(["'])(.*)\1$/, "$2");
    if (value !== "" && !found.has(name)) found.set(name, value);
  }
  return found;
}

type Processors = Pick<Facts, "cpu_model" | "cpu_count" | "cpu_cores" | "cpu_vcpus">;

function processorFacts(
  { processors, lscpu }: Found,
  bsd: ReadonlyMap<string, string>,
  aix: ReadonlyMap<string, string>,
): Partial<Record<keyof Processors, string | undefined>> {
  const all = processors
    .map((line) => /^([^:\t]+?)[\t ]*:(.*)$/.exec(line))
    .filter((match) => match !== null);
  const values = (name: string) =>
    all.filter(([, found]) => found === name).map(([, , value]) => (value ?? "").trim());
  const table = pairs(lscpu, ":");
  const threads =
    count(values("processor").length) ??
    count(table.get("CPU(s)")) ??
    count(bsd.get("hw.ncpu")) ??
    count(aix.get("Number Of Processors"));
  const sockets = count(new Set(values("physical id")).size) ?? count(table.get("Socket(s)"));
  const cores =
    count(values("cpu cores")[0]) ??
    count(table.get("Core(s) per socket")) ??
    count(bsd.get("hw.physicalcpu"));
  const model =
    values("model name")[0] ??
    table.get("Model name") ??
    values("Hardware")[0] ??
    bsd.get("machdep.cpu.brand_string") ??
    aix.get("Processor Type") ??
    bsd.get("hw.model");
  return {
    cpu_model: model?.replace(/\s+/g, " "),
    cpu_count: (sockets ?? (threads === undefined ? undefined : 1))?.toString(),
    cpu_cores: (cores ?? threads)?.toString(),
    cpu_vcpus: threads?.toString(),
  };
}

function memoryOf(
  lines: readonly string[],
  bsd: ReadonlyMap<string, string>,
  aix: ReadonlyMap<string, string>,
): string | undefined {
  const linux = /^MemTotal:\s*(\d{1,15}) kB$/.exec(lines[0] ?? "")?.[1];
  if (linux !== undefined) return inGibibytes(Number(linux));
  const bytes = Number(bsd.get("hw.memsize") ?? bsd.get("hw.physmem"));
  if (bytes > 0) return inGibibytes(bytes / 1024);
  const megabytes = /^(\d{1,9}) MB$/.exec(aix.get("Memory Size") ?? "")?.[1];
  return megabytes === undefined ? undefined : inGibibytes(Number(megabytes) * 1024);
}

/** KiB of the disks that are mounted, each counted once; where none shows as one, of the root. */
function diskSize(lines: readonly string[]): number {
  const mounts = lines
    .map((line) => /^(\S{1,256})\s+(\d{1,15})\s+\d+\s+-?\d+\s+\S{1,5}\s+(\/.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, device = "", size, mountPoint = ""]) => ({ device, size: Number(size), mountPoint }));
  const disks = mounts.filter(({ device }) => /^\/dev\/(?!loop|sr\d|fuse)/.test(device));
  const counted = disks.length > 0 ? disks : mounts.filter(({ mountPoint }) => mountPoint === "/");
  return [...new Map(counted.map(({ device, size }) => [device, size])).values()].reduce(
    (sum, size) => sum + size,
    0,
  );
}
