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
    });
    expect(parseAddress("/luna/replay/s1", "?timestamp=x")).toMatchObject({ timestamp: undefined });
  });

  it("says so about anything else", () => {
    for (const path of ["/luna/replay", "/luna/monitor/1", "/luna/replay/1/2", "/", "/ui/"]) {
      expect(parseAddress(path, "").page).toBe("missing");
    }
  });

  it("reads back the address it makes", () => {
    const url = new URL(connectAddress("a b", "o"), "http://x");
    expect(parseAddress(url.pathname, url.search)).toMatchObject({ page: "connect", assetId: "a b" });
    expect(url.searchParams.get("oid")).toBe("o");
  });
});
