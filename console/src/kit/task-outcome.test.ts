// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { connectShownData } from "./shown-data.ts";
import { taskOutcome } from "./task-outcome.ts";

/** A log that ends, or breaks off, as soon as it is asked for. */
function logThat(ends: boolean) {
  return class {
    onopen = () => {};
    onmessage = (_event: { readonly data: string }) => {};
    onclose = () => {};
    constructor() {
      queueMicrotask(() => this.onopen());
    }
    send() {
      if (ends) this.onmessage({ data: JSON.stringify({ event: "end" }) });
      else this.close();
    }
    close() {
      this.onclose();
    }
  };
}

const answer = vi.fn();

afterEach(() => connectShownData(async () => {}));

async function outcomeOf(ends: boolean, state: string, read?: Parameters<typeof taskOutcome>[1]) {
  vi.stubGlobal("WebSocket", logThat(ends));
  vi.stubGlobal("fetch", answer.mockReset());
  answer.mockImplementation(async () => Response.json({ id: "t", state }));
  const refresh = vi.fn(async () => {});
  connectShownData(refresh);
  const { good } = await taskOutcome("t", read);
  return { good, refreshed: refresh.mock.calls.length };
}

test("a task that ended is told by its state, and the page shows what it changed", async () => {
  expect(await outcomeOf(true, "SUCCESS")).toEqual({ good: true, refreshed: 1 });
  expect(await outcomeOf(true, "FAILURE")).toEqual({ good: false, refreshed: 1 });
  expect(String(answer.mock.calls[0]?.[0])).toContain("/task-execution/t/result/");
});

test("what the task was about can tell more than its state", async () => {
  const read = async () => ({ good: false, text: "Error" });
  expect(await outcomeOf(true, "SUCCESS", read)).toEqual({ good: false, refreshed: 1 });
  expect(answer).not.toHaveBeenCalled();
});

test("a task whose log broke off is not called a success", async () => {
  expect(await outcomeOf(false, "SUCCESS")).toEqual({ good: undefined, refreshed: 0 });
});
