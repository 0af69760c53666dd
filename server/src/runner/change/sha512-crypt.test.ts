import { describe, expect, it } from "vitest";
import { cryptSalt, sha512Crypt } from "./sha512-crypt.ts";

describe("the SHA-512 hash of crypt", () => {
  // Vectors of the specification, and what a C library answered for the others.
  it.each([
    [
      "Hello world!",
      "saltstring",
      undefined,
      "$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1",
    ],
    [
      "Hello world!",
      "saltstringsaltstring",
      10_000,
      "$6$rounds=10000$saltstringsaltst$OW1/O6BYHV6BcXZu8QVeXbDWra3Oeqh0sbHbbMCVNSnCM/UrjmM0Dp8vOuZeHBy/YTBmSK6H9qs/y3RnOaw5v.",
    ],
    [
      "This is just a test",
      "toolongsaltstring",
      5_000,
      "$6$rounds=5000$toolongsaltstrin$lQ8jolhgVRVhY4b5pZKaysCLi0QBxGoNeKQzQ3glMhwllF7oGDZxUhx1yxdYcz/e1JSbq3y6JMxxl8audkUEm0",
    ],
    [
      "we have a short salt string but not a short password",
      "short",
      77_777,
      "$6$rounds=77777$short$WuQyW2YR.hBNpjjRhpYD/ifIw05xdfeEyQoMxIXbkvr0gge1a1x3yRULJ5CCaUeOxFmtlcGZelFl5CxtgfiAc0",
    ],
  ])("of %j with salt %s", (password, salt, rounds, expected) => {
    expect(sha512Crypt(password, salt, rounds)).toBe(expected);
  });

  it("has a salt of its own each time", () => {
    const salts = new Set(Array.from({ length: 20 }, cryptSalt));
    expect(salts.size).toBe(20);
    for (const salt of salts) expect(salt).toMatch(/^[./0-9A-Za-z]{16}$/);
  });
});
