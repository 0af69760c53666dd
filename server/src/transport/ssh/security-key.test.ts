import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeSoftwareKey, type SecurityKeyKind } from "../../engine/testing/security-key-agent.ts";
import { parseSecurityKey } from "./security-key.ts";

const kinds: SecurityKeyKind[] = ["sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com"];
const message = Buffer.from("a session and what is asked in it");

/** What ssh2 hands over of a signature: everything behind its type and the length of the device's own. */
const handedOver = (kind: string, signature: Buffer): Buffer => signature.subarray(4 + kind.length + 4);

describe.each(kinds)("a key %s", (kind) => {
  const software = makeSoftwareKey(kind);
  const key = parseSecurityKey(software.blob);
  const proves = (signature: Buffer, about = message) =>
    key?.proves(about, handedOver(kind, signature)) ?? false;

  it("proves what its device signed at a touch, whatever the counter says", () => {
    expect(key?.type).toBe(kind);
    // Numbers of ECDSA signatures have leading zeros now and then.
    for (let counter = 0; counter < 300; counter += 1) {
      expect(proves(software.sign(message, 1, counter * 14_000_000))).toBe(true);
    }
    expect(proves(software.sign(message, 5))).toBe(true);
  });

  it("proves nothing without a touch, for another message, or by another key or application", () => {
    expect(proves(software.sign(message, 0))).toBe(false);
    expect(proves(software.sign(message, 4))).toBe(false);
    expect(proves(software.sign(message), Buffer.from("another"))).toBe(false);
    expect(proves(makeSoftwareKey(kind).sign(message))).toBe(false);
    expect(proves(software.sign(message, 1, 7), message)).toBe(true);
    const elsewhere = Buffer.from(software.blob);
    elsewhere[elsewhere.length - 1] = 0x21;
    expect(parseSecurityKey(elsewhere)?.proves(message, handedOver(kind, software.sign(message)))).toBe(
      false,
    );
  });

  it("proves nothing when a bit of the signature, the flags or the counter was changed", () => {
    const signature = handedOver(kind, software.sign(message));
    for (let bit = 0; bit < signature.length * 8; bit += 1) {
      const changed = Buffer.from(signature);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(key?.proves(message, changed), `bit ${bit}`).toBe(false);
    }
    for (let length = 0; length < signature.length; length += 1) {
      expect(key?.proves(message, signature.subarray(0, length))).toBe(false);
    }
    expect(key?.proves(message, Buffer.concat([signature, Buffer.alloc(1)]))).toBe(false);
  });

  it("is read whole or not at all", () => {
    for (let length = 0; length < software.blob.length; length += 1) {
      expect(parseSecurityKey(software.blob.subarray(0, length))).toBeNull();
    }
    expect(parseSecurityKey(Buffer.concat([software.blob, Buffer.alloc(1)]))).toBeNull();
  });

  it("takes any bytes for a signature without failing", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(key?.proves(message, Buffer.from(bytes))).toBe(false);
      }),
    );
  });
});

it("any other bytes are no such key", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(parseSecurityKey(Buffer.from(bytes))).toBeNull();
    }),
  );
});
