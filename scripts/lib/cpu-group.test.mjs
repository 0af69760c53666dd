import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { openCpuGroup } from "./cpu-group.mjs";
import { runMeasured } from "./run-measured.mjs";

/** A program that has another compute for half a second and ends without waiting for it. */
const leaves = `
  const { spawn } = require("node:child_process");
  const burn = "const end = performance.now() + 500; while (performance.now() < end);";
  spawn(process.execPath, ["-e", burn], { detached: true, stdio: "inherit" }).unref();
`;

const group = openCpuGroup(`sallyport-group-test-${process.pid}`);
await group?.remove();

test.skipIf(group === null)("counts what outlives its parent", async () => {
  const counted = openCpuGroup(`sallyport-group-test-${process.pid}`);
  const child = spawn(process.execPath, ["-e", leaves], { stdio: ["ignore", "pipe", "ignore"] });
  counted.add(child.pid);
  child.stdout.resume();
  // The other one holds the pipe: it closes when both have ended.
  await once(child, "close");
  expect(counted.seconds()).toBeGreaterThan(0.1);
  await counted.remove();
});

test("a part is measured with what it starts, and its status kept", async () => {
  const burn = "const end = performance.now() + 300; while (performance.now() < end); process.exit(3)";
  const { status, cost } = await runMeasured("probe", process.execPath, ["-e", burn]);
  expect(status).toBe(3);
  expect(cost.name).toBe("probe");
  expect(cost.cpuSeconds).toBeGreaterThan(0.02);
  expect(cost.wallSeconds).toBeGreaterThan(0.3);
});

test("parts that run at the same time are told apart", async () => {
  const burn = "while (process.cpuUsage().user < 800_000);";
  const wait = "setTimeout(() => undefined, 100)";
  const [busy, idle] = await Promise.all(
    [burn, wait].map((program, at) => runMeasured(`probe-${at}`, process.execPath, ["-e", program])),
  );
  expect(busy.cost.cpuSeconds).toBeGreaterThan(0.7);
  expect(idle.cost.cpuSeconds).toBeLessThan(busy.cost.cpuSeconds);
  expect(Math.abs(idle.cost.startedAt - busy.cost.startedAt)).toBeLessThan(busy.cost.wallSeconds);
});
