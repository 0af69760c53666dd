// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FrameLink, linkFrame, type SpokenFrame } from "./frame-link.ts";

const origin = "https://lion.example";

interface Sent {
  readonly message: { readonly name: string; readonly id?: string };
  readonly to: string;
}

describe("the page of a component in a frame", () => {
  let sent: Sent[];
  let heard: string[];
  let link: FrameLink;
  let frame: { contentWindow: Pick<Window, "postMessage"> };
  const open = () =>
    linkFrame(frame as SpokenFrame, origin, {
      answered: () => heard.push("answered"),
      silent: () => heard.push("silent"),
      connected: () => heard.push("connected"),
      closed: () => heard.push("closed"),
      clicked: () => heard.push("clicked"),
    });
  beforeEach(() => {
    vi.useFakeTimers();
    sent = [];
    heard = [];
    frame = {
      contentWindow: {
        postMessage: (message: Sent["message"], to: string) => sent.push({ message, to }),
      } as unknown as Window,
    };
    link = open();
  });
  afterEach(() => {
    link.stop();
    vi.useRealTimers();
  });

  const say = (data: unknown, { from = origin, source = frame.contentWindow as unknown } = {}) =>
    window.dispatchEvent(
      Object.assign(new Event("message"), { data, origin: from, source }) as unknown as MessageEvent,
    );
  const idAsked = () => sent[0]?.message.id;

  it("is asked twice a second until it answers with the number it was asked with", () => {
    vi.advanceTimersByTime(1600);
    expect(sent.map(({ message, to }) => [message.name, message.id, to])).toEqual(
      Array.from({ length: 3 }, () => ["PING", idAsked(), origin]),
    );
    for (const id of [undefined, "", 1, `${idAsked()}0`]) say({ name: "PONG", id });
    expect(heard).toEqual([]);
    say({ name: "PONG", id: idAsked() });
    say({ name: "PONG", id: idAsked() });
    expect(heard).toEqual(["answered"]);
    vi.advanceTimersByTime(20_000);
    expect([sent.length, heard]).toEqual([3, ["answered"]]);
  });

  it("is told of the keyboard once it has answered, and not before", () => {
    link.focus();
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(500);
    say({ name: "PONG", id: idAsked() });
    link.focus();
    expect(sent.at(-1)).toEqual({ message: { name: "FOCUS" }, to: origin });
  });

  it("says when its session opens, ends, and where somebody clicked; that it is there follows", () => {
    say({ name: "CONNECTED" });
    say({ name: "CLICK" });
    say({ name: "CLOSE", data: "x".repeat(1_000_000) });
    expect(heard).toEqual(["answered", "connected", "clicked", "closed"]);
  });

  it("is silent after ten seconds, and may answer later", () => {
    vi.advanceTimersByTime(9_999);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(heard).toEqual(["silent"]);
    say({ name: "PONG", id: idAsked() });
    expect(heard).toEqual(["silent", "answered"]);
  });

  it("is spoken for by no other window and no other origin", () => {
    vi.advanceTimersByTime(500);
    const messages = [
      { name: "PONG", id: idAsked() },
      { name: "CONNECTED" },
      { name: "CLOSE" },
      { name: "CLICK" },
    ];
    for (const data of messages) {
      for (const from of [
        "https://evil.example",
        "http://lion.example",
        "https://lion.example:444",
        "null",
        "",
      ])
        say(data, { from });
      for (const source of [window, null, {}, { postMessage: () => {} }]) say(data, { source });
    }
    for (const data of [null, undefined, "CLOSE", 7, ["CLOSE"], {}, { name: 1 }, { name: "constructor" }])
      say(data);
    // A frame that is gone says nothing, and neither does what comes from nowhere.
    frame.contentWindow = null as unknown as Window;
    for (const data of messages) say(data, { source: null });
    expect(heard).toEqual([]);
  });

  it("is not heard any more when it was let go", () => {
    link.stop();
    say({ name: "CONNECTED" });
    vi.advanceTimersByTime(20_000);
    expect([heard, sent]).toEqual([[], []]);
  });
});
