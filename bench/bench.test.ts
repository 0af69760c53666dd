import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { formatTable, median, type Row } from "./table.ts";

const repository = join(import.meta.dirname, "..");

it("measures everything, in a tiny run", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/bench.mjs", "--quick", "--json"], {
    cwd: repository,
    timeout: 170_000,
  });
  const rows = JSON.parse(stdout.trim().split("\n").at(-1) ?? "[]") as Row[];
  expect(rows.filter(({ target }) => target !== "").length).toBeGreaterThanOrEqual(8);
  for (const { name, value, met } of rows) {
    expect(name).not.toBe("");
    expect(value).not.toMatch(/NaN|Infinity|undefined/);
    if (met !== null) expect(value).toMatch(/\d/);
  }
}, 180_000);

it("shows a missed target as such", () => {
  const table = formatTable([
    { name: "a", value: "3 ms", target: "< 2 ms", met: false },
    { name: "b", value: "1 ms", target: "< 2 ms", met: true },
    { name: "c", value: "no browser", target: "< 2 ms", met: null },
  ]);
  expect(table).toMatch(
    /a +3 ms +< 2 ms +MISSED\nb +1 ms +< 2 ms +met\nc +no browser +< 2 ms +not measured$/,
  );
  expect(median([9, 1, 5])).toBe(5);
});
