import { createHash, X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ntHash } from "../../engine/nt-hash.ts";
import { testCertificate } from "../../testing/certificate.ts";
import { channelBindingOf } from "./channel-binding.ts";
import { NtlmClient } from "./client.ts";
import { clientBlob, hmacMd5, md5, ntlmProof, ntlmv2Key } from "./keys.ts";
import {
  checkAt,
  fieldOf,
  neededFlags,
  pairKinds,
  readChallenge,
  readPairs,
  writePairs,
} from "./messages.ts";
import { Rc4 } from "./rc4.ts";
import { SealedChannel } from "./sealing.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");
const wide = (text: string): Buffer => Buffer.from(text, "utf16le");

describe("RC4", () => {
  it.each([
    // RFC 6229, keys of 40 and 128 bits: the first 16 bytes, and those from 4096.
    ["0102030405", "b2396305f03dc027ccc3524a0a1118a8", "ff25b58995996707e51fbdf08b34d875"],
    [
      "0102030405060708090a0b0c0d0e0f10",
      "9ac7cc9a609d1ef7b2932899cde41b97",
      "a36a4c301ae8ac13610ccbc12256cacc",
    ],
  ])("has the stream of %s", (key, first, at4096) => {
    const cipher = new Rc4(hex(key));
    const stream = Buffer.concat([cipher.apply(Buffer.alloc(5)), cipher.apply(Buffer.alloc(4107))]);
    expect(stream.subarray(0, 16).toString("hex")).toBe(first);
    expect(stream.subarray(4096).toString("hex")).toBe(at4096);
  });
});

// [MS-NLMP] 4.2.1 and 4.2.4.
const [user, domain, password] = ["User", "Domain", "Password"];
const sessionKey = Buffer.alloc(16, 0x55);
const asked = hex("0123456789abcdef");
const pairs = writePairs([
  { kind: 2, value: wide("Domain") },
  { kind: 1, value: wide("Server") },
]);

describe("NTLMv2, as published", () => {
  it("has these keys", () => {
    expect(ntHash(password).toString("hex")).toBe("a4f49c406510bdcab6824ee7c30fd852");
    const key = ntlmv2Key(ntHash(password), user, domain);
    expect(key.toString("hex")).toBe("0c868a403bfd7a93a3001ef22ef02e3f");
    const blob = clientBlob(Buffer.alloc(8), Buffer.alloc(8, 0xaa), pairs);
    const { proof, baseKey } = ntlmProof(key, asked, blob);
    expect(proof.toString("hex")).toBe("68cd0ab851e51c96aabc927bebef6a1c");
    expect(baseKey.toString("hex")).toBe("8de40ccadbc14a82f15cb0ad0de95ca3");
    expect(new Rc4(baseKey).apply(sessionKey).toString("hex")).toBe("c5dad2544fc9799094ce1ce90bc9d03e");
  });

  it("seals and signs like this", () => {
    const { sealed, signature } = new SealedChannel(sessionKey).seal(wide("Plaintext"));
    expect(sealed.toString("hex")).toBe("54e50165bf1936dc996020c1811b0f06fb5f");
    expect(signature.toString("hex")).toBe("010000007fb38ec5c55d497600000000");
  });

  it.each([
    // RFC 1320, A.5: those that are text in UTF-16, too.
    ["", "31d6cfe0d16ae931b73c59d7e0c089c0"],
    ["message digest", "d9130a8164549fe818874806e1c7014b"],
    ["abcdefghijklmnopqrstuvwxyz", "d79e1c308aa5bbcdeea8ed63df412da9"],
    ["1234567890".repeat(8), "e33b4ddc9c38f2199c3e7b164fcc0536"],
  ])("hashes %s by MD4", (bytes, hash) => {
    expect(ntHash(Buffer.from(bytes).toString("utf16le")).toString("hex")).toBe(hash);
  });

  it("capitalizes names letter by letter", () => {
    const hash = ntHash(password);
    expect(ntlmv2Key(hash, "straße", "")).toEqual(hmacMd5(hash, wide("STRAßE")));
    expect(ntlmv2Key(hash, "jörg", "Heim")).toEqual(hmacMd5(hash, wide("JÖRGHeim")));
  });
});

describe("what is sealed", () => {
  const sides = () => [new SealedChannel(sessionKey), new SealedChannel(sessionKey, "server")] as const;

  it("is read by the other side, in its order", () => {
    const [client, server] = sides();
    for (const message of ["one", "", "three ".repeat(1000)]) {
      const { sealed, signature } = client.seal(Buffer.from(message));
      expect(server.unseal(sealed, signature).toString()).toBe(message);
      const answer = server.seal(Buffer.from(`${message}!`));
      expect(client.unseal(answer.sealed, answer.signature).toString()).toBe(`${message}!`);
    }
  });

  it("is refused changed, repeated, left out, turned back or cut", () => {
    const cases: Readonly<Record<string, (client: SealedChannel, server: SealedChannel) => void>> = {
      changed: (client, server) => {
        const { sealed, signature } = client.seal(Buffer.from("message"));
        sealed[2] = (sealed[2] ?? 0) ^ 1;
        server.unseal(sealed, signature);
      },
      repeated: (client, server) => {
        const { sealed, signature } = client.seal(Buffer.from("message"));
        server.unseal(sealed, signature);
        server.unseal(sealed, signature);
      },
      "left out": (client, server) => {
        client.seal(Buffer.from("message"));
        const { sealed, signature } = client.seal(Buffer.from("message"));
        server.unseal(sealed, signature);
      },
      "turned back": (client) => {
        const { sealed, signature } = client.seal(Buffer.from("message"));
        client.unseal(sealed, signature);
      },
      "without its number": (client, server) => {
        const { sealed, signature } = client.seal(Buffer.from("message"));
        server.unseal(sealed, signature.fill(9, 12));
      },
      cut: (client, server) => {
        const { sealed, signature } = client.seal(Buffer.from("message"));
        server.unseal(sealed, signature.subarray(0, 15));
      },
    };
    for (const [name, act] of Object.entries(cases)) {
      expect(() => act(...sides()), name).toThrow(expect.objectContaining({ reason: "forged" }));
    }
  });
});

/** A challenge of a server with flags, what it says of itself, and changes to its bytes. */
function challengeOf(
  flags = neededFlags,
  info = pairs,
  change: (message: Buffer) => void = () => undefined,
): Buffer {
  const head = Buffer.alloc(56);
  head.write("NTLMSSP\0");
  head.writeUInt32LE(2, 8);
  head.writeUInt32LE(flags >>> 0, 20);
  asked.copy(head, 24);
  head.writeUInt16LE(info.length, 40);
  head.writeUInt32LE(56, 44);
  const message = Buffer.concat([head, info]);
  change(message);
  return message;
}

describe("a client", () => {
  const account = { username: "Domain\\User", password, service: "HTTP/web", channelBinding: null };

  it("proves the password, and has checked all three messages", () => {
    const client = new NtlmClient(account);
    const time = Buffer.from("0102030405060708", "hex");
    const told = [
      { kind: 1, value: wide("Server") },
      { kind: pairKinds.time, value: time },
      // Not for the server to say.
      { kind: pairKinds.channelBindings, value: Buffer.alloc(16, 1) },
      { kind: pairKinds.targetName, value: wide("HTTP/other") },
    ];
    const challenge = challengeOf(neededFlags, writePairs(told));
    const { message, channel } = client.answer(challenge);
    expect(fieldOf(message, 28, 88)).toEqual(wide("Domain"));
    expect(fieldOf(message, 36, 88)).toEqual(wide("User"));
    expect(fieldOf(message, 12, 88)).toEqual(Buffer.alloc(24));
    const response = fieldOf(message, 20, 88);
    const blob = response.subarray(16);
    expect(blob.subarray(8, 16)).toEqual(time);
    expect(readPairs(blob.subarray(28, -4)).map(({ kind, value }) => [kind, value.toString("hex")])).toEqual([
      [1, wide("Server").toString("hex")],
      [pairKinds.time, time.toString("hex")],
      [pairKinds.flags, "02000000"],
      [pairKinds.channelBindings, "00".repeat(16)],
      [pairKinds.targetName, wide("HTTP/web").toString("hex")],
    ]);
    const { proof, baseKey } = ntlmProof(ntlmv2Key(ntHash(password), user, domain), asked, blob);
    expect(response.subarray(0, 16)).toEqual(proof);
    const key = new Rc4(baseKey).apply(fieldOf(message, 52, 88));
    const check = Buffer.from(message.subarray(checkAt, checkAt + 16));
    message.fill(0, checkAt, checkAt + 16);
    expect(check).toEqual(hmacMd5(key, client.first, challenge, message));
    const { sealed, signature } = channel.seal(Buffer.from("message"));
    expect(new SealedChannel(key, "server").unseal(sealed, signature).toString()).toBe("message");
  });

  it("leaves a domain after the name to the server", () => {
    const { message } = new NtlmClient({ ...account, username: "user@example.org" }).answer(challengeOf());
    expect(fieldOf(message, 28, 88)).toHaveLength(0);
    expect(fieldOf(message, 36, 88)).toEqual(wide("user@example.org"));
  });

  it("does not sign in for less than NTLMv2, signed and sealed with 128 bits", () => {
    for (let bit = 0; bit < 32; bit++) {
      const flag = (1 << bit) >>> 0;
      if ((neededFlags & flag) === 0) continue;
      expect(() => readChallenge(challengeOf(neededFlags & ~flag)), flag.toString(16)).toThrow(
        expect.objectContaining({ reason: "weak" }),
      );
    }
  });

  it("does not believe what a message says of its own lengths", () => {
    const lies: readonly Buffer[] = [
      Buffer.alloc(0),
      Buffer.from("NTLMSSP\0"),
      challengeOf().subarray(0, 47),
      challengeOf(neededFlags, pairs, (message) => message.writeUInt32LE(3, 8)),
      challengeOf(neededFlags, pairs, (message) => message.write("MTLM")),
      challengeOf(neededFlags, pairs, (message) => message.writeUInt16LE(0xffff, 40)),
      challengeOf(neededFlags, pairs, (message) => message.writeUInt32LE(0xffffffff, 44)),
      challengeOf(neededFlags, pairs, (message) => message.writeUInt32LE(4, 44)),
      challengeOf(neededFlags, pairs, (message) => message.writeUInt16LE(0xfff0, 58)),
      // Pairs without their end, and none at all.
      challengeOf(neededFlags, pairs.subarray(0, -4)),
      challengeOf(neededFlags, Buffer.alloc(0)),
      challengeOf(neededFlags, Buffer.alloc(20_000)),
    ];
    for (const [at, lie] of lies.entries()) {
      expect(() => new NtlmClient(account).answer(lie), String(at)).toThrow(
        expect.objectContaining({ reason: "malformed" }),
      );
    }
  });
});

describe("the binding to a TLS connection", () => {
  it("is the hash of the certificate, as the published one is made", () => {
    const certificate = new X509Certificate(testCertificate.cert);
    const hash = createHash("sha256").update(certificate.raw).digest();
    const data = Buffer.concat([Buffer.from("tls-server-end-point:"), hash]);
    const bindings = hex("0000000000000000 0000000000000000 35000000");
    expect(channelBindingOf(certificate)).toEqual(md5(bindings, data));
  });

  it("has the hash that the certificate is signed with, where that is a longer one", () => {
    const certificate = new X509Certificate(testCertificate.cert);
    const raw = Buffer.from(
      certificate.raw.toString("hex").replaceAll("2a8648ce3d040302", "2a8648ce3d040303"),
      "hex",
    );
    const data = Buffer.concat([
      Buffer.from("tls-server-end-point:"),
      createHash("sha384").update(raw).digest(),
    ]);
    const bindings = hex("0000000000000000 0000000000000000 45000000");
    expect(channelBindingOf({ raw })).toEqual(md5(bindings, data));
  });
});
