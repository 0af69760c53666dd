import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { connect, createServer, type Server } from "node:net";
import ssh2, { type CipherAlgorithm, type MacAlgorithm } from "ssh2";
import { afterEach, describe, expect, it } from "vitest";
import { makeHostKey } from "../host-key-pair.ts";
import { takeLargePackets } from "./large-packets.ts";
import { type Decipher, PacketDecipher } from "./packet-decipher.ts";
import { suiteOf } from "./packet-suites.ts";

const hostKey = await makeHostKey("ed25519");
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

interface Cipher {
  allocPacket(payloadLength: number): Buffer;
  encrypt(packet: Buffer): void;
}
interface Info {
  readonly keyLen: number;
  readonly ivLen: number;
  readonly len: number;
}
const crypto = createRequire(import.meta.url)("ssh2/lib/protocol/crypto.js") as {
  readonly init: Promise<void>;
  readonly CIPHER_INFO: Readonly<Record<string, Info>>;
  readonly MAC_INFO: Readonly<Record<string, Info>>;
  createCipher(config: object): Cipher;
  createDecipher(config: object): Decipher;
};

/** What comes out where ssh2's cipher encrypts payloads and its keys without the add-on open them, in pieces. */
async function opened(cipher: string, hmac: string, payloads: readonly Buffer[]): Promise<readonly Buffer[]> {
  await crypto.init;
  const cipherInfo = crypto.CIPHER_INFO[cipher] as Info;
  const macInfo = crypto.MAC_INFO[hmac] as Info;
  const [key, iv, macKey] = [cipherInfo.keyLen, cipherInfo.ivLen, macInfo.len].map((length) =>
    randomBytes(length),
  ) as [Buffer, Buffer, Buffer];
  const wire: Buffer[] = [];
  const shared = { seqno: 7, macInfo, forceNative: true };
  const encrypts = crypto.createCipher({
    outbound: {
      ...shared,
      ...{ cipherInfo, cipherKey: Buffer.from(key), cipherIV: Buffer.from(iv), macKey: Buffer.from(macKey) },
      onWrite: (data: Buffer) => wire.push(Buffer.from(data)),
    },
  });
  const found: Buffer[] = [];
  const decipher = crypto.createDecipher({
    inbound: {
      ...shared,
      ...{ decipherInfo: cipherInfo, decipherKey: key, decipherIV: iv, macKey },
      onPayload: (payload: Buffer) => void found.push(Buffer.from(payload)),
    },
  });
  const suite = suiteOf(decipher);
  if (suite === null) throw new Error("no suite");
  const own = new PacketDecipher(suite, decipher);
  for (const payload of payloads) {
    const packet = encrypts.allocPacket(payload.length);
    packet.set(payload, 5);
    encrypts.encrypt(packet);
  }
  const all = Buffer.concat(wire);
  for (let at = 0, step = 1; at < all.length; at += step, step = (step * 7) % 9973) {
    own.decrypt(all, at, Math.min(at + step, all.length));
  }
  return found;
}

/** Runs commands through a server that takes large packets, with new keys between them; answers what came of them. */
async function commands(
  cipher: CipherAlgorithm,
  hmac: MacAlgorithm,
  lengths: readonly number[],
  spoil?: (data: Buffer) => Buffer,
): Promise<readonly string[] | string> {
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (connection) => {
    takeLargePackets(connection);
    connection.on("error", () => undefined);
    connection.on("authentication", (attempt) => attempt.accept());
    connection.on("session", (accept) =>
      accept().on("exec", (start, _reject, { command }) => {
        const channel = start();
        channel.write(`${command.length} ${command.slice(-3)}`);
        connection.rekey(() => channel.end());
      }),
    );
  });
  const port = await new Promise<number>((resolve) => {
    const listener = createServer((socket) => server.injectSocket(socket)).listen(0, "127.0.0.1", () => {
      const address = listener.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
    open.push(listener);
  });
  const sock = connect(port, "127.0.0.1");
  const client = new ssh2.Client();
  const ended = new Promise<string>((resolve) => {
    client.once("error", (error) => resolve(error.message));
    client.once("close", () => resolve("closed"));
  });
  const ready = new Promise<void>((resolve) => client.once("ready", () => resolve()));
  client.connect({ sock, username: "a", password: "b", algorithms: { cipher: [cipher], hmac: [hmac] } });
  await ready;
  if (spoil !== undefined) {
    const write = sock.write.bind(sock) as (data: Buffer) => boolean;
    sock.write = ((data: Buffer) => write(spoil(data))) as typeof sock.write;
  }
  const answers: string[] = [];
  const ask = async () => {
    for (const length of lengths) {
      answers.push(
        await new Promise<string>((resolve, reject) =>
          client.exec(`${"x".repeat(length - 3)}end`, (error, channel) => {
            if (error) reject(error);
            else {
              let said = "";
              channel.on("data", (data: Buffer) => {
                said += data.toString();
              });
              channel.on("close", () => resolve(said));
            }
          }),
        ),
      );
    }
    return answers;
  };
  const result = await Promise.race([ask().catch(String), ended]);
  client.destroy();
  return result;
}

const suites: readonly (readonly [CipherAlgorithm, MacAlgorithm])[] = [
  ["aes256-gcm@openssh.com", "hmac-sha2-256"],
  ["chacha20-poly1305@openssh.com", "hmac-sha2-256"],
  ["aes128-ctr", "hmac-sha2-256-etm@openssh.com"],
  ["aes256-ctr", "hmac-sha2-512"],
];

describe.each(suites)("packets with %s and %s", (cipher, hmac) => {
  const lengths = [3, 32_000, 34_900, 200_000, 255_000, 100];
  const answers = lengths.map((length) => `${length} end`);

  it("may be long, also with new keys", async () => {
    expect(await commands(cipher, hmac, lengths)).toEqual(answers);
  });

  it("may be long where ssh2's add-on was not built, and come in any pieces", async () => {
    const payloads = [1, 100, 33_000, 200_000, 5].map((length) => randomBytes(length));
    expect((await opened(cipher, hmac, payloads)).map(String)).toEqual(payloads.map(String));
  });

  it("end the connection beyond 256 KiB, and when they were changed on the way", async () => {
    expect(await commands(cipher, hmac, [270_000])).toMatch(/closed|ECONNRESET|Bad|aborted/i);
    const spoil = (data: Buffer) => {
      const changed = Buffer.from(data);
      changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
      return changed;
    };
    expect(await commands(cipher, hmac, [100], spoil)).toMatch(/closed|ECONNRESET/);
  });
});
