import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { log } from "./log.ts";
import { startNodeMaintenance } from "./node-maintenance.ts";
import type { Services } from "./services.ts";

describe("the maintenance of a node", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const services = {} as Services;

  it("is repeated, never twice at once, and waited for when it stops", async () => {
    let runs = 0;
    let finish = (): void => undefined;
    const run = () => {
      runs += 1;
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    };
    const maintenance = startNodeMaintenance([{ name: "slow", everySeconds: 10, run }], services);
    await vi.advanceTimersByTimeAsync(35_000);
    expect(runs).toBe(1);
    finish();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(runs).toBe(2);
    let isStopped = false;
    const stopping = maintenance.stop().then(() => {
      isStopped = true;
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([runs, isStopped]).toEqual([2, false]);
    finish();
    await stopping;
    expect(isStopped).toBe(true);
  });

  it("goes on after a failure, which is logged", async () => {
    const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
    const run = vi.fn().mockRejectedValue(new Error("no disk"));
    const maintenance = startNodeMaintenance([{ name: "failing", everySeconds: 10, run }], services);
    await vi.advanceTimersByTimeAsync(20_000);
    await maintenance.stop();
    expect(run).toHaveBeenCalledTimes(2);
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ work: "failing" }),
      "maintenance of this node failed",
    );
    logged.mockRestore();
  });
});
