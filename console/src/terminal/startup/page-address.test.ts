import { describe, expect, it } from "vitest";
import { connectAddress, parseAddress } from "./page-address.ts";

describe("page address", () => {
  it("knows the three pages", () => {
    expect(parseAddress("/luna/", "")).toEqual({ page: "main", assetId: undefined, accountId: undefined });
    expect(parseAddress("/luna", "?login_to=a&login_account=c")).toEqual({
      page: "main",
      assetId: "a",
      accountId: "c",
    });
    expect(parseAddress("/luna/connect/", "?asset=b")).toMatchObject({ page: "connect", assetId: "b" });
    expect(parseAddress("/luna/replay/s1", "?timestamp=1700000000")).toEqual({
      page: "replay",
      sessionId: "s1",
      timestamp: 1_700_000_000,
      at: undefined,
    });
    for (const [text, at] of [
      ["93", 93],
      ["1:33.5", 93.5],
      ["23:59:59", 86_399],
      ["-1", undefined],
      ["1:2:3:4", undefined],
      ["soon", undefined],
    ] as const) {
      expect(parseAddress("/luna/replay/s1", `?at=${text}`)).toMatchObject({ at });
    }
    expect(parseAddress("/luna/replay/s1", "?timestamp=x")).toMatchObject({ timestamp: undefined });
    expect(parseAddress("/luna/monitor/s1/", "?ticket_id=t1")).toEqual({
      page: "watch",
      sessionId: "s1",
      ticketId: "t1",
    });
    expect(parseAddress("/luna/monitor/s1", "")).toMatchObject({ ticketId: undefined });
  });

  it("says so about anything else", () => {
    for (const path of ["/luna/replay", "/luna/monitor", "/luna/replay/1/2", "/", "/ui/"]) {
      expect(parseAddress(path, "").page).toBe("missing");
    }
  });

  it("reads back the address it makes", () => {
    const url = new URL(connectAddress("a b", "o"), "http://x");
    expect(parseAddress(url.pathname, url.search)).toMatchObject({ page: "connect", assetId: "a b" });
    expect(url.searchParams.get("oid")).toBe("o");
  });
});
