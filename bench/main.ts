import { Costs } from "./costs.ts";
import { Fixtures } from "./fixtures/fixtures.ts";
import { parts } from "./parts.ts";
import { full, quick } from "./sizes.ts";
import { formatTable, type Row } from "./table.ts";

/**
 * `npm run bench [-- [--quick] [--json] [name …]]`: measures the built product on this machine, side by side with
 * what it is compared to, and prints a table, and what each part took. Without a name, everything in `parts.ts`.
 */
const given = process.argv.slice(2);
const names = given.filter((argument) => !argument.startsWith("--"));
const unknown = names.filter((name) => !(name in parts));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no ${unknown.join(", ")} to measure. There are: ${Object.keys(parts).join(", ")}\n`,
  );
  process.exit(64);
}
const fixtures = new Fixtures(given.includes("--quick") ? quick : full);
const costs = new Costs();
const rows: Row[] = [];
try {
  for (const name of fixtures.snapshots.names) {
    if (fixtures.snapshots.has(name)) continue;
    await costs.measure(`snapshot "${name}"`, () => fixtures.snapshots.build(name));
  }
  for (const [name, measure] of Object.entries(parts)) {
    if (names.length > 0 && !names.includes(name)) continue;
    rows.push(...(await costs.measure(name, () => measure(fixtures))));
  }
} finally {
  await fixtures.close();
}
process.stdout.write(
  given.includes("--json") ? `${JSON.stringify(rows)}\n` : `\n${formatTable(rows)}\n\n${costs.format()}\n`,
);
