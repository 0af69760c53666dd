import { describe, expect, test } from "vitest";
import { countRows, type ImportRow, ImportTask, RowRefused, SendingObstacle } from "./import-task.ts";

const named = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `row-${index}` }));

/** A task whose pauses take no time but are written down, and whose rows are refused by name. */
function plan(count: number, refused: ReadonlySet<string> = new Set()) {
  const sent: string[] = [];
  const pauses: number[] = [];
  const task = new ImportTask({
    rows: named(count),
    send: async ({ values }) => {
      sent.push(String(values.name));
      if (refused.has(String(values.name))) throw new RowRefused([`${values.name} is bad`]);
      return `id-of-${values.name}`;
    },
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
    },
  });
  return { task, sent, pauses };
}
const statuses = (task: ImportTask) => task.state.rows.map(({ status }) => status);

describe("sending rows", () => {
  test("all rows are sent in order, with a pause between pages of ten", async () => {
    const { task, sent, pauses } = plan(23);
    expect(task.state.status).toBe("pending");
    const running = task.start();
    expect(task.state.status).toBe("started");
    await running;
    expect(task.state.status).toBe("done");
    expect(sent).toEqual(named(23).map(({ name }) => name));
    expect(pauses).toEqual([100, 100]);
  });
  test("a refused row keeps its reasons and does not end the import", async () => {
    const { task } = plan(3, new Set(["row-1"]));
    await task.start();
    expect(statuses(task)).toEqual(["ok", "error", "ok"]);
    expect(task.state.rows[1]?.reasons).toEqual(["row-1 is bad"]);
    expect(countRows(task.state.rows)).toEqual({ total: 3, ok: 2, error: 1, pending: 0 });
  });
  test("a row under way is told apart, and counts as waiting", async () => {
    let release = () => {};
    const task = new ImportTask({
      rows: named(2),
      send: () => new Promise((resolve) => (release = () => resolve("1"))),
      pause: async () => {},
    });
    const running = task.start();
    expect(statuses(task)).toEqual(["sending", "pending"]);
    expect(task.state.at).toBe(0);
    expect(countRows(task.state.rows).pending).toBe(2);
    task.edit(0, "name", "too late");
    expect(task.state.rows[0]?.values.name).toBe("row-0");
    release();
    await Promise.resolve();
    task.stop();
    await running;
    expect(statuses(task)).toEqual(["ok", "pending"]);
  });
  test("it runs once however often it is started", async () => {
    const { task, sent } = plan(4);
    await Promise.all([task.start(), task.start()]);
    expect(sent).toHaveLength(4);
  });
  test("nothing to send is done at once", async () => {
    const { task } = plan(0);
    await task.start();
    expect(task.state.status).toBe("done");
  });
});

describe("stopping and continuing", () => {
  test("it stops after the row at hand, and goes on where it stopped", async () => {
    const { task, sent } = plan(25);
    const unsubscribe = task.subscribe(() => {
      if (task.state.at === 12) task.stop();
    });
    await task.start();
    unsubscribe();
    expect(task.state.status).toBe("stopped");
    expect(sent).toHaveLength(13);
    expect(statuses(task)[12]).toBe("ok");
    await task.start();
    expect(task.state.status).toBe("done");
    expect(sent).toEqual(named(25).map(({ name }) => name));
  });
  test("stopping ends a pause early", async () => {
    let paused = () => {};
    const reached = new Promise<void>((resolve) => (paused = resolve));
    const task = new ImportTask({
      rows: named(11),
      send: async () => undefined,
      pause: (_milliseconds, signal) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve());
          paused();
        }),
    });
    const running = task.start();
    await reached;
    task.stop();
    await running;
    expect(countRows(task.state.rows)).toMatchObject({ ok: 10, pending: 1 });
  });
  test("continuing when all has been sent sends the refused rows again, and no others", async () => {
    const refused = new Set(["row-1", "row-3"]);
    const { task, sent } = plan(5, refused);
    await task.start();
    sent.length = 0;
    refused.delete("row-1");
    await task.start();
    expect(sent).toEqual(["row-1", "row-3"]);
    expect(statuses(task)).toEqual(["ok", "ok", "ok", "error", "ok"]);
  });
  test("an obstacle stops the import and keeps the row", async () => {
    let away = true;
    const task = new ImportTask({
      rows: named(3),
      send: async ({ index }) => {
        if (index === 1 && away) throw new SendingObstacle("nobody answers");
        return undefined;
      },
      pause: async () => {},
    });
    await task.start();
    expect(task.state.status).toBe("stopped");
    expect(task.state.obstacle).toBe("nobody answers");
    expect(statuses(task)).toEqual(["ok", "pending", "pending"]);
    away = false;
    await task.start();
    expect(task.state).toMatchObject({ status: "done", obstacle: undefined });
  });
});

describe("pages sent at once", () => {
  const refusing = (count: number, refused: ReadonlySet<number>, silent: ReadonlySet<number> = new Set()) => {
    const pages: number[] = [];
    const singles: number[] = [];
    const pauses: number[] = [];
    const task = new ImportTask({
      rows: named(count),
      send: async ({ index }) => {
        singles.push(index);
        return `${index}`;
      },
      sendMany: async (rows, report) => {
        pages.push(rows.length);
        for (const { index } of rows) {
          if (silent.has(index)) continue;
          report(index, refused.has(index) ? { reasons: ["bad"] } : { savedAs: `${index}` });
        }
      },
      pause: async (milliseconds) => {
        pauses.push(milliseconds);
      },
    });
    return { task, pages, singles, pauses };
  };

  test("ten rows of a file, a hundred of a large one, with one pause between them", async () => {
    const small = refusing(25, new Set());
    await small.task.start();
    expect([small.pages, small.singles, small.pauses]).toEqual([[10, 10, 5], [], [100, 100]]);
    const large = refusing(501, new Set());
    await large.task.start();
    expect([large.pages, large.singles]).toEqual([[100, 100, 100, 100, 100], [500]]);
    expect(large.pauses).toHaveLength(5);
  });
  test("refused rows keep their reasons; those nothing is told of are sent alone", async () => {
    const { task, singles } = refusing(4, new Set([1]), new Set([2]));
    await task.start();
    expect([statuses(task), singles]).toEqual([["ok", "error", "ok", "ok"], [2]]);
    expect(task.state.rows[1]?.reasons).toEqual(["bad"]);
  });
  test("an obstacle keeps what was told and leaves the rest waiting", async () => {
    const task = new ImportTask({
      rows: named(12),
      send: async () => undefined,
      sendMany: async (_rows, report) => {
        report(0, { reasons: ["bad"] });
        throw new SendingObstacle("nobody answers");
      },
      pause: async () => {},
    });
    await task.start();
    expect(task.state).toMatchObject({ status: "stopped", obstacle: "nobody answers" });
    expect(countRows(task.state.rows)).toEqual({ total: 12, ok: 0, error: 1, pending: 11 });
  });
});

describe("corrections", () => {
  test("an edited row waits again without its reasons, and only it is sent", async () => {
    const { task, sent } = plan(4, new Set(["row-2", "row-3"]));
    await task.start();
    sent.length = 0;
    task.edit(2, "name", "better");
    expect(task.state.status).toBe("stopped");
    expect(task.state.rows[2]).toMatchObject({ status: "pending", reasons: [], values: { name: "better" } });
    await task.start();
    expect(sent).toEqual(["better"]);
    expect(statuses(task)).toEqual(["ok", "ok", "ok", "error"]);
  });
  test("a value that says nothing is left out", () => {
    const { task } = plan(1);
    task.edit(0, "name", undefined);
    expect(task.state.rows[0]?.values).toEqual({});
  });
  test("a row that was taken and edited is sent as a change of what it became", async () => {
    const seen: ImportRow[] = [];
    const task = new ImportTask({
      rows: named(1),
      send: async (row) => {
        seen.push(row);
        return "7";
      },
      pause: async () => {},
    });
    await task.start();
    task.edit(0, "name", "renamed");
    await task.start();
    expect(seen.map(({ savedAs }) => savedAs)).toEqual([undefined, "7"]);
    expect(task.state.status).toBe("done");
  });
});
