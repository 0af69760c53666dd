import { describe, expect, it } from "vitest";
import { type GatewayCandidate, GatewayHealth } from "./gateways.ts";

const gateway = (id: string, connected: boolean): GatewayCandidate => ({
  ...{ id, name: id, address: "gateway.example", port: 22, connected, profile: "modern" },
  account: { display: id, username: id, secretType: "password", secret: "secret" },
});

describe("the order gateways are tried in", () => {
  const candidates = [gateway("a", true), gateway("b", true), gateway("c", false), gateway("d", false)];
  const order = (health: GatewayHealth) => health.order(candidates).map(({ id }) => id);

  it("has those first whose test succeeded, and is random among equals", () => {
    const seen = new Set<string>();
    for (let time = 0; time < 200; time += 1) {
      const ids = order(new GatewayHealth());
      expect(ids.slice(0, 2).sort()).toEqual(["a", "b"]);
      seen.add(ids.join(""));
    }
    expect(seen.size).toBe(4);
  });

  it("has those last that have just failed, for half a minute or until they work", () => {
    let now = 0;
    const health = new GatewayHealth(() => now);
    health.failed("a");
    now = 29_999;
    expect(order(health).at(-1)).toBe("a");
    now = 30_000;
    expect(order(health).slice(0, 2)).toContain("a");
    health.failed("b");
    health.worked("b");
    expect(order(health).slice(0, 2)).toContain("b");
  });
});
