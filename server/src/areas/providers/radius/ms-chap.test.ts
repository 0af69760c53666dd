import { describe, expect, it } from "vitest";
import { isMsChap, isSuccess, msChapQuestion } from "./ms-chap.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

// RFC 2759, 9.2.
const challenges = {
  server: hex("5b5d7c7d7b3f2f3e3c2c602132262628"),
  peer: hex("21402324255e262a28295f2b3a337c7e"),
};
const response = "82309ecd8d708b5ea08faa3981cd83544233114a3d85d6df";
const success = "S=407A5589115FD0D6209F510FE9C04566932CDA56";

describe("MS-CHAPv2, as published", () => {
  it.each(["User", "DOMAIN\\User"])("proves the password of %s, and knows the server's proof", (username) => {
    const question = msChapQuestion(username, "clientPass", challenges);
    const [asked, answer] = question.attributes.map((value) => value.toString("hex"));
    expect(asked).toBe(`000001370b12${challenges.server.toString("hex")}`);
    expect(answer?.slice(0, 12)).toBe("000001371934");
    expect(answer?.slice(14)).toBe(`00${challenges.peer.toString("hex")}${"00".repeat(8)}${response}`);
    expect(question.success.subarray(1).toString()).toBe(success);
    expect(question.success.toString("hex", 0, 1)).toBe(answer?.slice(12, 14));
  });

  it("takes no other proof", () => {
    const { success: expected } = msChapQuestion("User", "clientPass", challenges);
    const attribute = (vendor: number, kind: number, content: Buffer) => {
      const head = Buffer.from([0, 0, 0, 0, kind, content.length + 2]);
      head.writeUInt32BE(vendor);
      return Buffer.concat([head, content]);
    };
    expect(isSuccess(attribute(311, 26, expected), expected)).toBe(true);
    expect(
      isSuccess(attribute(311, 26, Buffer.concat([expected, Buffer.from(" M=Welcome")])), expected),
    ).toBe(true);
    expect(isSuccess(attribute(9, 26, expected), expected)).toBe(false);
    expect(isSuccess(attribute(311, 25, expected), expected)).toBe(false);
    expect(isSuccess(attribute(311, 26, expected.subarray(0, -1)), expected)).toBe(false);
    expect(isSuccess(attribute(311, 26, Buffer.from(expected).fill(0x30, 5)), expected)).toBe(false);
    expect(isSuccess(Buffer.alloc(3), expected)).toBe(false);
  });

  it("shows no keys to rules", () => {
    expect([2, 12, 16, 17, 26].every((kind) => isMsChap(311, kind))).toBe(true);
    expect([isMsChap(9, 26), isMsChap(311, 1)]).toEqual([false, false]);
  });
});
