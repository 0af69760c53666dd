import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { parts } from "./parts.ts";
import { below, formatTable, median, noted, type Row, unmeasured, withRange } from "./table.ts";

const repository = join(import.meta.dirname, "..");

it("measures everything, in a tiny run", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/bench.mjs", "--quick", "--json"], {
    cwd: repository,
    timeout: 1_190_000,
  });
  const rows = JSON.parse(stdout.trim().split("\n").at(-1) ?? "[]") as Row[];
  expect(rows.filter(({ target }) => target !== "").length).toBeGreaterThanOrEqual(Object.keys(parts).length);
  for (const { name, measured, beside, ratio, met } of rows) {
    expect(name).not.toBe("");
    expect(`${measured} ${beside} ${ratio}`).not.toMatch(/NaN|Infinity|undefined/);
    if (met !== null) expect(measured).toMatch(/\d/);
  }
}, 1_200_000);

it("shows a missed target as such, and what was measured beside", () => {
  const table = formatTable([
    below("a", 3, 2, { name: "ssh", milliseconds: 1 }),
    below("b", 1, 2),
    unmeasured("c", "no browser", "< 2 ms"),
    noted("d", "5 s"),
  ]);
  expect(table.split("\n").map((line) => line.replace(/ +/g, " ").trim())).toEqual([
    "measured beside it ratio target",
    "a 3.00 ms ssh 1.00 ms 3.00 × < 2 ms MISSED",
    "b 1.00 ms < 2 ms met",
    "c no browser < 2 ms not measured",
    "d 5 s",
  ]);
  expect(median([9, 1, 5])).toBe(5);
});

it("shows how far a few repeats agree", () => {
  expect(withRange([48.2, 61, 52.6], 0, "MB/s")).toBe("53 MB/s (48 to 61)");
  expect(withRange([52.6], 1, "MB/s")).toBe("52.6 MB/s");
});

it("says what there is when asked for something else", async () => {
  const asked = promisify(execFile)(process.execPath, ["scripts/bench.mjs", "serch"], { cwd: repository });
  await expect(asked).rejects.toMatchObject({
    code: 64,
    stderr: expect.stringContaining("There is no serch to measure. There are: starting, lists, search"),
  });
});
