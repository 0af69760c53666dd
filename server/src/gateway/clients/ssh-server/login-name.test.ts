import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLoginName } from "./login-name.ts";

const protocols = ["ssh", "telnet", "sftp"];
const read = (name: string) => parseLoginName(name, protocols);
const direct = { kind: "direct", username: "ada", protocol: null, account: "root", asset: "web" };

describe("the user name of an SSH client", () => {
  it.each([
    ["ada", { kind: "menu", username: "ada" }],
    ["ada@example.com", { kind: "menu", username: "ada@example.com" }],
    ["ada@root@web", direct],
    ["ada#root#web", direct],
    ["ada@SSH@root@web", { ...direct, protocol: "ssh" }],
    ["ada#telnet#root#web", { ...direct, protocol: "telnet" }],
    ["ada@example.com@root@web", { ...direct, username: "ada@example.com" }],
    ["ada@example.com@ssh@root@web", { ...direct, username: "ada@example.com", protocol: "ssh" }],
    ["ada@example.com#root#web", { ...direct, username: "ada@example.com" }],
    ["ada#root@domain#web", { ...direct, account: "root@domain" }],
    ["ada#@INPUT#2001:db8::1", { ...direct, account: "@INPUT", asset: "2001:db8::1" }],
    ["ada@@INPUT@web", { ...direct, account: "@INPUT" }],
    ["ada@ssh@@USER@web", { ...direct, protocol: "ssh", account: "@USER" }],
    ["ada@@root@web", null],
    [
      "JMS-0d9e23b0-58d0-4f52-9f4e-2a3e7f9b8c11",
      { kind: "token", tokenId: "0d9e23b0-58d0-4f52-9f4e-2a3e7f9b8c11" },
    ],
    [
      "JMS-0D9E23B058D04F529F4E2A3E7F9B8C11",
      { kind: "token", tokenId: "0d9e23b0-58d0-4f52-9f4e-2a3e7f9b8c11" },
    ],
    ["JMS-short", { kind: "menu", username: "JMS-short" }],
    ["", null],
    ["a\0b", null],
    ["a".repeat(513), null],
  ])("reads %j", (name, expected) => {
    if (expected === null) expect(["menu", undefined]).toContain(read(name)?.kind);
    else expect(read(name)).toEqual(expected);
  });

  const plain = fc
    .stringMatching(/^[\w.:äß中-]{1,20}$/u)
    .filter((part) => !protocols.includes(part.toLowerCase()));

  it("means what it was put together from", () => {
    fc.assert(
      fc.property(
        ...([
          plain,
          plain,
          plain,
          fc.constantFrom("@", "#"),
          fc.option(fc.constantFrom(...protocols)),
        ] as const),
        (username, account, asset, separator, protocol) => {
          const parts = protocol === null ? [username, account, asset] : [username, protocol, account, asset];
          expect(read(parts.join(separator))).toEqual({ kind: "direct", username, protocol, account, asset });
        },
      ),
    );
  });

  it("never fails, and never makes up a part", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 600 }), (name) => {
        const found = read(name);
        if (found?.kind === "menu") expect(found.username).toBe(name);
        if (found?.kind !== "direct") return;
        for (const part of [found.username, found.account, found.asset]) {
          expect(part).not.toBe("");
          expect(name).toContain(part);
        }
      }),
    );
  });
});
