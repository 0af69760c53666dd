import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { measurePace } from "./machine-pace.mjs";

test("a pace is that of the limits or slower, and is known at once", () => {
  const slowness = measurePace().stop();
  expect(slowness).toBeGreaterThanOrEqual(1);
  expect(slowness).toBeLessThan(20);
});

test("does not keep its process alive", async () => {
  const script = `import { measurePace } from ${JSON.stringify(new URL("./machine-pace.mjs", import.meta.url).href)}; measurePace();`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script]);
  const code = await new Promise((resolve) => child.once("exit", resolve));
  expect(code).toBe(0);
});
