import { isIPv6 } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../engine/testing/database.ts";
import {
  clearFailures,
  counterAddress,
  failAttempt,
  isLocked,
  releaseAttempt,
  reserveAttempt,
  unlock,
} from "./login-locks.ts";

const limits = { failures: 7, minutes: 30 };

describe("tries of a user name", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const take = (name: string, address = "192.0.2.1") =>
    reserveAttempt(database.db, "login", name, address, limits);
  const fail = async (name: string, address?: string): Promise<number | null> => {
    const left = await take(name, address);
    if (left !== null) await failAttempt(database.db, "login", name, limits, left);
    return left;
  };

  it("are as many as the limit, however many come at once, on whichever node", async () => {
    const taken = await Promise.all(Array.from({ length: 40 }, () => take("parallel")));
    expect(taken.filter((left) => left !== null).sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(await isLocked(database.db, "parallel", "login")).toBe(true);
  });

  it("lock with the last one that fails, for every address, and not the other counter", async () => {
    const left = [];
    for (let index = 0; index < 8; index += 1) left.push(await fail("guessed"));
    expect(left).toEqual([6, 5, 4, 3, 2, 1, 0, null]);
    expect(await take("guessed", "192.0.2.99")).toBeNull();
    expect(await isLocked(database.db, "guessed", "mfa")).toBe(false);
    await unlock(database.db, "guessed");
    expect(await take("guessed")).toBe(6);
  });

  it("are given back when they were none, and forgotten after a success", async () => {
    for (let index = 0; index < 20; index += 1) {
      expect(await take("right")).toBe(6);
      await releaseAttempt(database.db, "login", "right", "192.0.2.1");
    }
    await fail("right");
    await clearFailures(database.db, "login", "right", "192.0.2.1");
    expect(await take("right")).toBe(6);
  });

  it("count over all addresses together as well", async () => {
    let failed = 0;
    for (let address = 1; address <= 50; address += 1) {
      if ((await fail("spread", `198.51.100.${address}`)) !== null) failed += 1;
    }
    expect(failed).toBe(35);
    expect(await isLocked(database.db, "spread", "login")).toBe(true);
  });

  it("come back when their time is over", async () => {
    for (let index = 0; index < 7; index += 1) await fail("later");
    await database.pool.query("update login_blocks set date_expired = now() - interval '1 second'");
    await database.pool.query("update login_failures set date_expired = now() - interval '1 second'");
    expect(await take("later")).toBe(6);
  });

  it("of an IPv6 network count together", async () => {
    for (let index = 1; index <= 7; index += 1) await fail("sixth", `2001:db8:1:2::${index}`);
    expect(await take("sixth", "2001:db8:1:2:ffff::1")).toBeNull();
  });
});

describe("the address that is counted", () => {
  it("is the address itself, or its network", () => {
    expect(counterAddress("192.0.2.1")).toBe("192.0.2.1");
    for (const address of ["2001:db8::1", "2001:0DB8:0:0:9::", "2001:db8:0000::ffff%eth0"]) {
      expect(counterAddress(address)).toBe("2001:db8:0:0::/64");
    }
    expect(counterAddress("::ffff:192.0.2.1")).toBe("192.0.2.1");
    expect(counterAddress("::1")).toBe("0:0:0:0::/64");
    expect(counterAddress("x".repeat(500))).toHaveLength(64);
  });

  it("is one of 64 bits, the same for all of its network", () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (address, host) => {
        const counted = counterAddress(address);
        if (!isIPv6(counterAddress(address).split("/")[0] ?? "")) return;
        const neighbour = host
          .toString(16)
          .padStart(16, "0")
          .replace(/(.{4})(?=.)/g, "$1:");
        expect(counterAddress(counted.replace("::/64", `:${neighbour}`))).toBe(counted);
      }),
    );
  });
});
