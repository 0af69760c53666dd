import { expect, test } from "vitest";
import { clientAddressReader } from "./client-address.ts";

test("without trusted proxies the header says nothing", () => {
  const read = clientAddressReader([]);
  expect(read("192.0.2.1", "10.0.0.1")).toBe("192.0.2.1");
  expect(read("::ffff:192.0.2.1", undefined)).toBe("192.0.2.1");
});

test("hops are believed as far as trusted proxies wrote them", () => {
  const read = clientAddressReader(["10.0.0.0/8", "::1"]);
  expect(read("10.1.1.1", "203.0.113.9")).toBe("203.0.113.9");
  expect(read("::1", "203.0.113.9, 10.2.2.2")).toBe("203.0.113.9");
  // Whatever the client wrote itself stands to the left of what the first untrusted hop is.
  expect(read("10.1.1.1", "127.0.0.1, 203.0.113.9, 10.2.2.2")).toBe("203.0.113.9");
  expect(read("10.1.1.1", "not an address, 10.2.2.2")).toBe("10.2.2.2");
  expect(read("198.51.100.7", "10.2.2.2")).toBe("198.51.100.7");
});
