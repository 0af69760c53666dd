import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** What an authenticator and the browser around it are made to say, where a test wants something wrong. */
export interface Lies {
  /** Page that asks. */
  readonly origin?: string;
  /** Site the key is used for. */
  readonly rpId?: string;
  /** Signatures made so far. */
  readonly counter?: number;
  /** Whether the person proved themselves to the device. */
  readonly isVerified?: boolean;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  /** Id of the credential that is named. */
  readonly id?: string;
}

/** A key in a device, with the browser that talks to it. Answers are JSON, as pages send them. */
export interface PasskeyDevice {
  readonly id: string;
  register(
    options: { readonly challenge: string; readonly rp: { readonly id?: string } },
    lies?: Lies,
  ): string;
  sign(options: { readonly challenge: string; readonly rpId?: string }, lies?: Lies): string;
}

const sha256 = (data: string | Buffer): Buffer => createHash("sha256").update(data).digest();
const hex = (value: number, bytes: number): Buffer =>
  Buffer.from(value.toString(16).padStart(bytes * 2, "0"), "hex");

function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const entries: [number, number | Uint8Array][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ];
  return Buffer.from(isoCBOR.encode(new Map<number, number | Uint8Array>(entries) as never));
}

/** An authenticator in software, as honest as `lies` leave it. */
export function createPasskeyDevice(origin: string): PasskeyDevice {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const own = credentialId.toString("base64url");
  let signatures = 0;

  const clientData = (type: string, challenge: string, lies: Lies): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: lies.crossOrigin ?? false,
      }),
    );
  const authenticatorData = (rpId: string, flags: number, lies: Lies, rest: Buffer[] = []): Buffer =>
    Buffer.concat([
      sha256(lies.rpId ?? rpId),
      hex(lies.isVerified === false ? flags & ~0x04 : flags, 1),
      hex(lies.counter ?? ++signatures, 4),
      ...rest,
    ]);

  return {
    id: own,
    register({ challenge, rp }, lies = {}) {
      const attested = [Buffer.alloc(16), hex(credentialId.length, 2), credentialId, coseKey(publicKey)];
      const data = authenticatorData(rp.id ?? "", 0x45, lies, attested);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(data)],
      ]);
      return JSON.stringify({
        id: own,
        rawId: own,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, lies).toString("base64url"),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
          transports: ["internal"],
        },
      });
    },
    sign({ challenge, rpId }, lies = {}) {
      const client = clientData("webauthn.get", challenge, lies);
      const data = authenticatorData(rpId ?? "", 0x05, lies);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return JSON.stringify({
        id: lies.id ?? own,
        rawId: lies.id ?? own,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
        },
      });
    },
  };
}
