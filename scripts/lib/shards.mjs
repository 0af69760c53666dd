/**
 * A part of a run that is shared between machines.
 * @typedef {{ index: number, count: number }} Shard
 */

/**
 * The shard that arguments for Vitest ask for.
 * @param {readonly string[]} args
 * @returns {Shard | null}
 */
export function readShard(args) {
  const at = args.findIndex((arg) => /^--shard(=|$)/.test(arg));
  if (at < 0) return null;
  const value = args[at].includes("=") ? args[at].slice("--shard=".length) : args[at + 1];
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(value ?? "")?.map(Number) ?? [];
  if (index === undefined || index < 1 || index > count) {
    throw new Error(`--shard takes a part of a whole, such as 1/3, not ${value ?? "nothing"}`);
  }
  return { index, count };
}

/** Name of the file that holds a shard's results. */
export function shardFile({ index, count }) {
  return `shard-${index}-of-${count}.json`;
}

/**
 * The files of one run among those in a folder.
 * @param {readonly string[]} names
 * @returns {string[]}
 * @throws Error where there are none, some are missing, or those of several runs lie together
 */
export function wholeRun(names) {
  const shards = names.filter((name) => /^shard-\d+-of-\d+\.json$/.test(name));
  const counts = new Set(shards.map((name) => Number(/of-(\d+)/.exec(name)?.[1])));
  if (counts.size !== 1) {
    throw new Error(
      counts.size === 0 ? "there are no results of shards" : "these are shards of several runs",
    );
  }
  const [count] = counts;
  const expected = Array.from({ length: count }, (_, at) => shardFile({ index: at + 1, count }));
  const missing = expected.filter((name) => !shards.includes(name));
  if (missing.length > 0) throw new Error(`shards are missing: ${missing.join(", ")}`);
  return expected;
}

/**
 * Puts the runs of shards together, suite by suite.
 * @param {readonly (readonly import("./run-suite.mjs").SuiteRun[])[]} shards
 * @returns {import("./run-suite.mjs").SuiteRun[]}
 */
export function mergeShards(shards) {
  const merged = new Map();
  for (const run of shards.flat()) {
    const { suite } = run.result;
    const known = merged.get(suite);
    merged.set(suite, known === undefined ? run : mergeRuns(known, run));
  }
  return [...merged.values()];
}

function mergeRuns(one, other) {
  return {
    result: {
      suite: one.result.suite,
      passed: one.result.passed + other.result.passed,
      failed: [...one.result.failed, ...other.result.failed],
      skipped: [...one.result.skipped, ...other.result.skipped],
    },
    cost: {
      name: one.cost.name,
      cpuSeconds: one.cost.cpuSeconds + other.cost.cpuSeconds,
      wallSeconds: one.cost.wallSeconds + other.cost.wallSeconds,
      isExact: one.cost.isExact && other.cost.isExact,
    },
    files: [...one.files, ...other.files],
  };
}
