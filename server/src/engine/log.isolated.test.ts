import { closeSync, existsSync, openSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleForTest, type TestBundle } from "./testing/bundle.ts";
import { startProcess } from "./testing/process.ts";

/** A file that is a full disk: every write fails with ENOSPC. */
const fullDisk = "/dev/full";

describe.skipIf(!existsSync(fullDisk))("the log", () => {
  let bundle: TestBundle;
  beforeAll(async () => {
    bundle = await bundleForTest(join(import.meta.dirname, "log.fixture.ts"));
  });
  afterAll(() => bundle?.remove());

  it("on a full disk fails nobody who logs, and does not pile up in memory", async () => {
    const full = openSync(fullDisk, "w");
    try {
      const child = startProcess(process.execPath, [bundle.script], {
        stdio: ["ignore", "pipe", full],
        env: { ...process.env, SALLYPORT_LOG_LEVEL: "info" },
      });
      const [, megabytes] = await child.until(/survived (\d+)/);
      expect(Number(megabytes)).toBeLessThan(150);
      expect(await child.ended).toEqual({ code: 0, signal: null });
    } finally {
      closeSync(full);
    }
  });
});
