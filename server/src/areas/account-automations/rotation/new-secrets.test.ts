import { describe, expect, it } from "vitest";
import { randomPassword } from "./new-secrets.ts";

describe("a random password", () => {
  const made = (length: number, category: string, type: string) =>
    randomPassword({ length }, { category, type });

  it("is no longer than the target takes", () => {
    expect(made(60, "host", "linux")).toHaveLength(60);
    expect(made(60, "device", "switch")).toHaveLength(25);
    expect(made(60, "database", "oracle")).toHaveLength(30);
    expect(made(200, "database", "sqlserver")).toHaveLength(128);
    expect(made(12, "database", "oracle")).toHaveLength(12);
  });

  it("begins with a letter or digit, has each kind of character, and nothing that ends a literal", () => {
    for (let count = 0; count < 200; count += 1) {
      const password = made(8, "database", "oracle");
      expect(password).toMatch(/^[A-Za-z0-9]/);
      for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/]) expect(password).toMatch(kind);
      expect(password).not.toMatch(/['"{}\s]/);
    }
  });
});
