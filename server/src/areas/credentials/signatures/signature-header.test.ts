import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAddressEntry } from "../../../engine/access/address-rules.ts";
import { signedHeaders } from "../testing/sign.ts";
import { promisedDigest } from "./body-digest.ts";
import { readHttpDate } from "./http-date.ts";
import { readSignatureHeader } from "./signature-header.ts";
import { signingString } from "./signing-string.ts";

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/);
const value = fc.stringMatching(/^[!-~]([ -~]{0,30}[!-~])?$/);
const headers = fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, maxLength: 6 });

describe("the header of a signature", () => {
  it("is read as it was written, whatever its parts", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), headers, value, (id, secret, more, path) => {
        const given = Object.fromEntries(more.filter(([key]) => key !== "date"));
        const signed = ["(request-target)", "date", ...Object.keys(given)];
        const target = `/${path.replaceAll(" ", "+")}`;
        const sent = signedHeaders({ id, secret }, "POST", target, { headers: given, signed });
        const read = readSignatureHeader(String(sent.authorization));
        expect(read).toMatchObject({ keyId: id, algorithm: "hmac-sha256", headers: signed });
        const rawHeaders = Object.entries(sent).flat();
        const text = signingString({ method: "POST", target, rawHeaders }, read?.headers ?? []);
        expect(text?.split("\n")).toHaveLength(signed.length);
        expect(text?.startsWith(`(request-target): post ${target}\ndate: `)).toBe(true);
      }),
    );
  });

  it("never is more than one of each, and never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (noise, tail) => {
        for (const text of [noise, `Signature ${noise}`, `Signature keyId="a",signature="YQ=="${tail}`]) {
          const read = readSignatureHeader(text);
          if (read === null) continue;
          expect(read.keyId).not.toBe("");
          expect(new Set(read.headers).size).toBe(read.headers.length);
        }
        expect(readHttpDate(noise)).toBeNull();
        expect(promisedDigest(["Digest", noise], "digest")).toBeNull();
        expect(typeof isAddressEntry(noise)).toBe("boolean");
      }),
    );
  });

  it("takes no time for hostile text", () => {
    const hostile = [
      `Signature ${'a="b",'.repeat(600)}`,
      `Signature ${"a".repeat(4000)}`,
      `Signature keyId="${"\\".repeat(4000)}"`,
      `Signature ${" ,".repeat(2000)}`,
      `Signature ${`a=${"=".repeat(1000)} `.repeat(4)}`,
    ];
    for (const text of hostile) expect(readSignatureHeader(text)).toBeNull();
  });
});

describe("what is signed", () => {
  it("has all values of a header, and nothing when one is missing", () => {
    const request = { method: "GET", target: "/a?b", rawHeaders: ["X-A", "1", "Date", "d", "x-a", " 2 "] };
    expect(signingString(request, ["x-a", "date"])).toBe("x-a: 1, 2\ndate: d");
    expect(signingString(request, ["x-b"])).toBeNull();
    expect(signingString(request, ["(created)"])).toBeNull();
  });

  it("has a date of HTTP only", () => {
    expect(readHttpDate("Sun, 06 Nov 1994 08:49:37 GMT")).toBe(784_111_777_000);
    for (const other of [
      "Sunday, 06-Nov-94 08:49:37 GMT",
      "1994-11-06T08:49:37Z",
      "Sun, 06 Nov 1994 08:49:37 +0800",
    ]) {
      expect(readHttpDate(other)).toBeNull();
    }
  });
});
