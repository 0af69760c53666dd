import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";

/** The kinds of key a security key makes for SSH. */
export type SecurityKeyKind = "sk-ssh-ed25519@openssh.com" | "sk-ecdsa-sha2-nistp256@openssh.com";

/** A security key in software. */
export interface SoftwareKey {
  readonly kind: SecurityKeyKind;
  /** The public key in SSH's form. */
  readonly blob: Buffer;
  /**
   * Signs as OpenSSH's PROTOCOL.u2f says.
   *
   * @param flags 1: it was touched
   */
  sign(message: Buffer, flags?: number, counter?: number): Buffer;
}

const string = (value: Buffer | string): Buffer => {
  const data = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, data]);
};

const number = (digits: Buffer): Buffer =>
  string(((digits[0] ?? 0) & 0x80) === 0 ? digits : Buffer.concat([Buffer.alloc(1), digits]));

const sha256 = (data: Buffer | string): Buffer => createHash("sha256").update(data).digest();

/** Makes a key as `ssh-keygen -t ed25519-sk` or `ecdsa-sk` would. */
export function makeSoftwareKey(kind: SecurityKeyKind, application = "ssh:"): SoftwareKey {
  const isEd25519 = kind.startsWith("sk-ssh-ed25519");
  const { publicKey, privateKey } = isEd25519
    ? generateKeyPairSync("ed25519")
    : generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const point = [x, y].map((coordinate) => Buffer.from(coordinate, "base64url"));
  const key = isEd25519
    ? [string(point[0] ?? "")]
    : [string("nistp256"), string(Buffer.concat([Buffer.from([4]), ...point]))];
  return {
    kind,
    blob: Buffer.concat([string(kind), ...key, string(application)]),
    sign(message, flags = 1, counter = 7) {
      const state = Buffer.alloc(5);
      state.writeUInt8(flags);
      state.writeUInt32BE(counter, 1);
      const signed = Buffer.concat([sha256(application), state, sha256(message)]);
      const raw = sign(isEd25519 ? null : "sha256", signed, { key: privateKey, dsaEncoding: "ieee-p1363" });
      const own = isEd25519 ? raw : Buffer.concat([number(raw.subarray(0, 32)), number(raw.subarray(32))]);
      return Buffer.concat([string(kind), string(own), state]);
    },
  };
}

/** An SSH agent that holds one security key, for programs that find it by `SSH_AUTH_SOCK`. */
export interface SecurityKeyAgent {
  readonly socket: string;
  close(): void;
}

/** Messages of the agent protocol (draft-ietf-sshm-ssh-agent). */
const message = { failure: 5, identities: 11, identitiesAnswer: 12, sign: 13, signAnswer: 14 };

/** Starts an agent on a socket; `signing` says how it signs. */
export async function startSecurityKeyAgent(
  socket: string,
  key: SoftwareKey,
  signing: (message: Buffer) => Buffer = (data) => key.sign(data),
): Promise<SecurityKeyAgent> {
  const answerTo = (request: Buffer): Buffer => {
    if (request[0] === message.identities) {
      const one = Buffer.from([message.identitiesAnswer, 0, 0, 0, 1]);
      return Buffer.concat([one, string(key.blob), string("a token")]);
    }
    if (request[0] !== message.sign) return Buffer.from([message.failure]);
    const at = 1 + 4 + request.readUInt32BE(1);
    const data = request.subarray(at + 4, at + 4 + request.readUInt32BE(at));
    return Buffer.concat([Buffer.from([message.signAnswer]), string(signing(data))]);
  };
  const server: Server = createServer((client: Socket) => {
    let waiting = Buffer.alloc(0);
    client.on("error", () => client.destroy());
    client.on("data", (data) => {
      waiting = Buffer.concat([waiting, data]);
      while (waiting.length >= 4 && waiting.length >= 4 + waiting.readUInt32BE()) {
        const length = waiting.readUInt32BE();
        client.write(string(answerTo(waiting.subarray(4, 4 + length))));
        waiting = waiting.subarray(4 + length);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return { socket, close: () => void server.close() };
}
