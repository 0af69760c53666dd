import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readProxyHeader } from "./proxy-protocol.ts";

const read = (text: string) => readProxyHeader(Buffer.from(text, "latin1"));
const signature = "\r\n\r\n\0\r\nQUIT\n";
const version2 = (command: number, family: number, body: Buffer) => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length);
  return Buffer.concat([Buffer.from(signature, "latin1"), Buffer.from([command, family]), length, body]);
};

describe("the PROXY protocol", () => {
  it("reads its first version", () => {
    const header = "PROXY TCP4 192.0.2.1 192.0.2.2 1234 22\r\n";
    expect(read(`${header}SSH-2.0-x`)).toEqual({
      kind: "header",
      address: "192.0.2.1",
      length: header.length,
    });
    expect(read("PROXY TCP6 2001:db8::1 2001:db8::2 1 2\r\n")).toMatchObject({ address: "2001:db8::1" });
    expect(read("PROXY UNKNOWN\r\n")).toMatchObject({ kind: "header", address: null });
    expect(read("PROXY TCP4 2001:db8::1 192.0.2.2 1 2\r\n")).toEqual({ kind: "broken" });
    expect(read(`PROXY TCP4 ${"1".repeat(120)}`)).toEqual({ kind: "broken" });
  });

  it("reads its second version", () => {
    const v4 = version2(0x21, 0x11, Buffer.from([192, 0, 2, 1, 192, 0, 2, 2, 0, 1, 0, 22]));
    expect(readProxyHeader(v4)).toEqual({ kind: "header", address: "192.0.2.1", length: 28 });
    const address = Buffer.from("20010db8000000000000000000000001", "hex");
    const v6 = version2(0x21, 0x21, Buffer.concat([address, address, Buffer.alloc(4)]));
    expect(readProxyHeader(v6)).toMatchObject({ address: "2001:db8::1" });
    expect(readProxyHeader(version2(0x20, 0, Buffer.alloc(0)))).toMatchObject({ address: null });
    expect(readProxyHeader(version2(0x21, 0x11, Buffer.alloc(2000)))).toEqual({ kind: "broken" });
  });

  it("waits for the rest of what may become one, and leaves everything else", () => {
    for (const text of ["PR", "PROXY TCP4 19", signature.slice(0, 5), signature]) {
      expect(read(text)).toEqual({ kind: "incomplete" });
    }
    expect(read("SSH-2.0-OpenSSH_9.2\r\n")).toEqual({ kind: "none" });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 700 }), (data) => void readProxyHeader(Buffer.from(data))),
    );
  });
});
