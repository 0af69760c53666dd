import { describe, expect, it } from "vitest";
import { TooManyRequests } from "../errors.ts";
import { createRateLimiter, isOwnAddress } from "./rate-limit.ts";

describe("rate limits", () => {
  it("let a burst through, then as many as the rate allows, each key apart", () => {
    let now = 0;
    const limiter = createRateLimiter({ burst: 3, perSecond: 0.5 }, () => now);
    const wait = (key: string): number => {
      try {
        limiter.take(key);
        return 0;
      } catch (error) {
        if (error instanceof TooManyRequests) return error.retryAfter;
        throw error;
      }
    };
    expect(["a", "a", "a", "a", "b"].map(wait)).toEqual([0, 0, 0, 2, 0]);
    now = 1000;
    expect(wait("a")).toBe(1);
    now = 2000;
    expect([wait("a"), wait("a")]).toEqual([0, 2]);
    // A pause of any length gives back one burst and no more.
    now = 1_000_000;
    expect([wait("a"), wait("a"), wait("a"), wait("a")]).toEqual([0, 0, 0, 2]);
  });

  it("forget idle keys before busy ones, so that made-up keys cost no memory", () => {
    const limiter = createRateLimiter({ burst: 1, perSecond: 0.001 }, () => 0);
    limiter.take("busy");
    for (let index = 0; index < 49_999; index++) limiter.take(`made up ${index}`);
    expect(() => limiter.take("busy")).toThrow(TooManyRequests);
    for (let index = 0; index < 49_000; index++) limiter.take(`another ${index}`);
    expect(() => limiter.take("busy")).toThrow(TooManyRequests);
    expect(() => limiter.take("made up 0")).not.toThrow();
  });

  it("know this machine's own addresses", () => {
    expect(["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"].every(isOwnAddress)).toBe(true);
    expect(["10.0.0.1", "::2", "1270.0.0.1", "12.7.0.0"].some(isOwnAddress)).toBe(false);
  });
});
