// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { connectShownData } from "./shown-data.ts";
import { openTaskLog } from "./task-window.ts";

/** The server's side of a log: what was asked of it, and a way to speak. */
class Log extends EventTarget {
  static readonly opened: Log[] = [];
  readonly sent: string[] = [];
  onopen = () => {};
  onmessage = (_event: { readonly data: string }) => {};
  onclose = () => {};
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Log.opened.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.onclose();
  }
}

afterEach(() => connectShownData(async () => {}));

test("when a task has ended, what the page shows is fetched again by itself", async () => {
  vi.stubGlobal("WebSocket", Log);
  vi.stubGlobal("open", vi.fn());
  const refresh = vi.fn(async () => {});
  connectShownData(refresh);
  openTaskLog("task-1");
  const [log] = Log.opened;
  log?.onopen();
  expect(log?.url).toMatch(/\/ws\/ops\/tasks\/log\/$/);
  expect(JSON.parse(log?.sent[0] ?? "")).toEqual({ task: "task-1", type: "celery" });
  log?.onmessage({ data: JSON.stringify({ message: "half way" }) });
  expect(refresh).not.toHaveBeenCalled();
  log?.onmessage({ data: JSON.stringify({ event: "end", message: "" }) });
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledOnce());
  openTaskLog("task-2");
  Log.opened[1]?.close();
  await Promise.resolve();
  expect(refresh).toHaveBeenCalledOnce();
});
