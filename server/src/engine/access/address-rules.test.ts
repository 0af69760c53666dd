import { describe, expect, it } from "vitest";
import {
  addressMatches,
  addressNumber,
  addressRange,
  isAddressEntry,
  isRuleAddress,
} from "./address-rules.ts";

describe("addressMatches", () => {
  it("knows addresses, networks and ranges of both families", () => {
    const list = [
      "10.1.0.0/16",
      "192.0.2.7",
      "198.51.100.10-198.51.100.20",
      "2001:db8::/32",
      "rubbish",
      "1.2.3.4/99",
    ];
    expect(
      ["10.1.2.3", "192.0.2.7", "198.51.100.15", "2001:db8::1", "::ffff:10.1.2.3"].map((a) =>
        addressMatches(a, list),
      ),
    ).toEqual([true, true, true, true, true]);
    expect(
      ["10.2.0.1", "198.51.100.21", "2001:db9::1", "rubbish", ""].some((a) => addressMatches(a, list)),
    ).toBe(false);
    expect(addressMatches("203.0.113.1", ["*"])).toBe(true);
  });

  it("takes half an entry for nothing, never for everything", () => {
    for (const entry of [
      "10.0.0.0/",
      "10.0.0.0/8/8",
      "/",
      "/0",
      "10.0.0.1-",
      "-10.0.0.9",
      "10.0.0.1-10.0.0.5-x",
    ]) {
      expect(addressMatches("10.0.0.1", [entry]), entry).toBe(false);
    }
  });
});

describe("isAddressEntry", () => {
  it("takes what can match, and nothing else", () => {
    for (const entry of ["*", "10.0.0.1", "10.0.0.0/8", "10.0.0.1-10.0.0.9", "::1", "fe80::/10", "::1-::9"]) {
      expect(isAddressEntry(entry), entry).toBe(true);
    }
    for (const entry of [
      "",
      "10.0.0",
      "10.0.0.0/33",
      "10.0.0.9-10.0.0.1",
      "10.0.0.1-::1",
      "a.example",
      "**",
    ]) {
      expect(isAddressEntry(entry), entry).toBe(false);
    }
  });
});

describe("isRuleAddress", () => {
  it("takes ranges in either direction, and networks only by their first address", () => {
    for (const entry of [
      "*",
      "2001:0db8::1",
      "10.1.1.20-10.1.1.1",
      "::9-::1",
      "192.168.1.0/24",
      "10.0.0.7/32",
      "0.0.0.0/0",
      "2001:db8::/32",
      "::ffff:10.0.0.0/120",
      "::/0",
    ]) {
      expect(isRuleAddress(entry), entry).toBe(true);
    }
    for (const entry of [
      "",
      "10.0.0",
      "192.168.1.5/24",
      "2001:db8::1/32",
      "10.0.0.1-",
      "10.0.0.1-::1",
      "1/0",
    ]) {
      expect(isRuleAddress(entry), entry).toBe(false);
    }
    expect(addressMatches("10.1.1.5", ["10.1.1.20-10.1.1.1"])).toBe(true);
    expect(addressMatches("10.1.1.21", ["10.1.1.20-10.1.1.1"])).toBe(false);
  });
});

describe("addresses as numbers", () => {
  const holds = (entry: string, address: string): boolean => {
    const [range, number] = [addressRange(entry), addressNumber(address)];
    return range !== null && number !== null && range.first <= number && number <= range.last;
  };

  it("say of every entry what the list says", () => {
    const entries = [
      "10.1.2.3",
      "10.1.0.0/16",
      "10.1.2.9-10.1.2.1",
      "0.0.0.0/0",
      "255.255.255.255",
      "2001:db8::/32",
      "::/0",
      "::1",
      "2001:db8::1-2001:db8::ff",
      "::ffff:10.1.0.0/112",
      "::ffff:10.1.2.3",
    ];
    const addresses = [
      ...["10.1.2.3", "10.1.255.255", "10.2.0.0", "0.0.0.0", "255.255.255.255"],
      ...["::", "::1", "2001:db8::1", "2001:db8::100", "2001:db9::", "ffff::ffff"],
    ];
    for (const entry of entries) {
      for (const address of addresses) {
        expect(holds(entry, address), `${entry} ${address}`).toBe(addressMatches(address, [entry]));
      }
    }
    expect(holds("10.1.2.3", "::ffff:10.1.2.3")).toBe(true);
  });

  it("are of nothing else", () => {
    for (const entry of [
      "*",
      "",
      "x",
      "10.1",
      "10.0.0.1-::1",
      "1-2-3",
      "10.0.0.1/33",
      "10.0.0.5/24",
      "fe80::1%eth0",
    ]) {
      expect(addressRange(entry), entry).toBeNull();
    }
    expect(addressNumber("fe80::1%eth0")).toBeNull();
  });
});
