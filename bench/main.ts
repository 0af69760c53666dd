import { Costs } from "./costs.ts";
import { Fixtures } from "./fixtures/fixtures.ts";
import { parts } from "./parts.ts";
import { full, quick } from "./sizes.ts";
import { formatTable, judged, type Row } from "./table.ts";

/**
 * `npm run bench [-- [--quick] [--json] [--audit-rows=N] [name …]]`: measures the built product on this machine, side by side with
 * what it is compared to, and prints a table, and what each part took. Without a name, everything in `parts.ts`.
 */
const auditRowsOption = "--audit-rows=";
const given = process.argv.slice(2);
const names = given.filter((argument) => !argument.startsWith("--"));
const unknown = names.filter((name) => !(name in parts));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no ${unknown.join(", ")} to measure. There are: ${Object.keys(parts).join(", ")}\n`,
  );
  process.exit(64);
}
const auditRows = given
  .find((argument) => argument.startsWith(auditRowsOption))
  ?.slice(auditRowsOption.length);
if (auditRows !== undefined && !/^[1-9]\d{3,8}$/.test(auditRows)) {
  process.stderr.write(`${auditRowsOption} takes a whole number from 1000 to 999999999\n`);
  process.exit(64);
}
const sizes = given.includes("--quick") ? quick : full;
const fixtures = new Fixtures(auditRows === undefined ? sizes : { ...sizes, auditRows: Number(auditRows) });
const costs = new Costs();
const rows: Row[] = [];
try {
  // Some parts build what they need themselves, and not all need one.
  for (const name of names.length > 0 ? [] : fixtures.neededSnapshots) {
    if (fixtures.snapshots.has(name)) continue;
    await costs.measure(`snapshot "${name}"`, () => fixtures.snapshots.build(name));
  }
  for (const [name, load] of Object.entries(parts)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const measure = await load();
    try {
      rows.push(...(await costs.measure(name, () => measure(fixtures))));
    } catch (error) {
      // What the other parts have measured is worth as much without this one.
      process.stderr.write(`${(error as Error).stack}\n`);
      rows.push(judged(name, "failed", "", false));
      process.exitCode = 1;
    }
  }
} finally {
  await fixtures.close();
}
process.stdout.write(
  given.includes("--json") ? `${JSON.stringify(rows)}\n` : `\n${formatTable(rows)}\n\n${costs.format()}\n`,
);
