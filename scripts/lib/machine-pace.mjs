/**
 * CPU milliseconds of one round of `work` on a quiet core of the machine on which the limits in
 * `scripts/test-budget.json` were set.
 */
const REFERENCE = 15;

/** Milliseconds between two looks: each costs about a hundredth of a core. */
const INTERVAL = 1500;

/** Objects, strings, sorting and JSON: what tests spend their time on too. */
function work() {
  const rows = Array.from({ length: 1500 }, (_, at) => ({
    id: (at * 2_654_435_761) % 4_294_967_296,
    name: `row ${at}`,
    tags: [at % 7, at % 11, at % 13],
  }));
  let sum = 0;
  for (let round = 0; round < 10; round++) {
    const text = JSON.stringify(rows.toSorted((a, b) => a.id - b.id));
    const byName = new Map(JSON.parse(text).map((row) => [row.name, row]));
    for (const { name } of rows) sum += byName.get(name).tags[round % 3];
  }
  return sum;
}

/** CPU milliseconds of one round; time in which others had the core does not count. */
function measureRound() {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Measures, until it is stopped, how many CPU seconds this machine needs for what takes one where the limits of tests were
 * set. Cores that share their units and caches with busy neighbours, of this machine or of others on the same hardware,
 * need up to twice as many: a limit in CPU seconds alone would fail by who else is at work.
 * @returns {{ stop(): number }} `stop` ends it and tells the median, 1 at least: a fast machine makes no test dearer
 */
export function measurePace() {
  for (let warm = 0; warm < 20; warm++) work();
  const rounds = [measureRound()];
  const timer = setInterval(() => rounds.push(measureRound()), INTERVAL);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      const sorted = rounds.toSorted((a, b) => a - b);
      return Math.max(1, sorted[Math.floor(sorted.length / 2)] / REFERENCE);
    },
  };
}
