import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellText, fileCell, parseCell } from "./cell-text.ts";

const related = { pk: "7b1c2a34-0000-4000-8000-000000000001", name: "web (old)" };

describe("values as text", () => {
  test.each([
    ["nothing", undefined, ""],
    ["no value", null, "-"],
    ["a number", 22, "22"],
    ["a related object", related, `web (old)(${related.pk})`],
    [
      "protocols",
      [
        { name: "ssh", port: 22 },
        { name: "sftp", port: 22 },
      ],
      "ssh/22, sftp/22",
    ],
    ["words", ["connect", "upload"], "connect, upload"],
    ["words with commas", ["a, b"], '["a, b"]'],
    ["an object", { a: 1 }, '{"a":1}'],
  ])("%s", (_, value, text) => {
    expect(cellText(value)).toBe(text);
  });
  test("secrets inside a value are only hinted at, and stay when something else is changed", () => {
    const accounts = [{ username: "root", secret: "s3cret" }];
    const text = cellText(accounts);
    expect(text).not.toContain("s3cret");
    expect(parseCell(text.replace("root", "admin"), { type: "list" }, accounts)).toEqual([
      { username: "admin", secret: "s3cret" },
    ]);
    expect(parseCell(text.replace("••••••", "new"), { type: "list" }, accounts)).toEqual([
      { username: "root", secret: "new" },
    ]);
  });
});

describe("what a person types", () => {
  test.each([
    ["a text that looks like a number", "22", "string", "x", "22"],
    ["an empty text", "", "string", "x", ""],
    ["a number", " 2222 ", "integer", 22, 2222],
    ["no number", "many", "integer", 22, "many"],
    ["no value", "-", "object_related_field", related, null],
    ["a related object", "Linux(1)", "object_related_field", undefined, { pk: 1, name: "Linux" }],
    [
      "a list",
      "ssh/2222, telnet/23",
      "list",
      [],
      [
        { name: "ssh", port: 2222 },
        { name: "telnet", port: 23 },
      ],
    ],
    ["an empty list", "", "list", ["a"], undefined],
    ["JSON", '{"a":2}', "json", { a: 1 }, { a: 2 }],
    ["broken JSON", '{"a":', "json", undefined, '{"a":'],
  ])("%s", (_, text, type, before, value) => {
    expect(parseCell(text, { type }, before)).toEqual(value);
  });
});

const types = ["string", "integer", "boolean", "list", "json", "object_related_field", "m2m_related_field"];

test("any value that is opened and left as it is stays what it was", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...types), (value, type) => {
      expect(parseCell(cellText(value), { type }, value)).toEqual(value);
    }),
  );
});

test("a list typed as it is shown is the same list", () => {
  const item = fc.oneof(
    fc.string(),
    fc.record({ pk: fc.oneof(fc.uuid(), fc.nat()), name: fc.string() }),
    fc.record({ name: fc.stringMatching(/^[a-z]{1,8}$/), port: fc.integer({ min: 1, max: 65535 }) }),
  );
  fc.assert(
    fc.property(fc.array(item, { minLength: 1 }), (list) => {
      expect(parseCell(cellText(list), { type: "list" }, [])).toEqual(list);
    }),
  );
});

test("no secret gets into a file, at any depth", () => {
  const name = fc.constantFrom("password", "secret", "private_key", "passphrase", "token");
  fc.assert(
    fc.property(name, fc.uuid(), (field, secret) => {
      expect(fileCell(field, secret)).toBe("");
      expect(fileCell("accounts", [{ username: "root", [field]: secret }])).not.toContain(secret);
      expect(fileCell("info", { deep: { [field]: secret } })).not.toContain(secret);
    }),
  );
});

test("cells of files are what the server prints", () => {
  expect(fileCell("is_active", true)).toBe("Yes");
  expect(fileCell("platform", { pk: 1, name: "Linux" })).toBe("Linux(1)");
  expect(fileCell("protocols", [{ name: "ssh", port: 22 }])).toBe('["ssh/22"]');
  expect(fileCell("comment", null)).toBe("-");
});
