/** What is known of a machine, as its asset shows it. Contract: docs/contract/automation.md, "Facts". */
export interface Facts {
  vendor?: string;
  model?: string;
  sn?: string;
  cpu_model?: string;
  /** Sockets. */
  cpu_count?: string;
  /** Cores of a socket. */
  cpu_cores?: string;
  /** Threads in all. */
  cpu_vcpus?: string;
  /** GiB, two decimals. */
  memory?: string;
  /** GiB, two decimals. */
  disk_total?: string;
  distribution?: string;
  distribution_version?: string;
  arch?: string;
  kernel?: string;
}

/** Most characters of each; longer ones are cut. */
const longest: Readonly<Record<keyof Facts, number>> = {
  vendor: 64,
  model: 54,
  sn: 128,
  cpu_model: 48,
  cpu_count: 64,
  cpu_cores: 64,
  cpu_vcpus: 64,
  memory: 64,
  disk_total: 64,
  distribution: 128,
  distribution_version: 16,
  arch: 16,
  kernel: 128,
};

/** Values as they may be kept: foreign text without control characters and cut, empty ones left out. */
export function knownFacts(found: Readonly<Partial<Record<keyof Facts, string | undefined>>>): Facts {
  const kept: Facts = {};
  for (const name of Object.keys(longest) as (keyof Facts)[]) {
    const value = (found[name] ?? "")
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]+/gu, " ")
      .trim()
      .slice(0, longest[name])
      .trim();
    if (value !== "") kept[name] = value;
  }
  return kept;
}

/** KiB as GiB with two decimals; undefined for what is no size. */
export function inGibibytes(kibibytes: number): string | undefined {
  if (!Number.isFinite(kibibytes) || kibibytes <= 0) return undefined;
  return (kibibytes / 1024 / 1024).toFixed(2);
}

/** A whole number from a target, when it is one and no nonsense. */
export function count(value: string | number | undefined): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number > 0 && number < 1_000_000
    ? number
    : undefined;
}
