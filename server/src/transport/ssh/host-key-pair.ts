import { promisify } from "node:util";
import ssh2 from "ssh2";
import type { ServerKeyKind } from "./server-key.ts";

type Generate = (
  type: string,
  options: { readonly bits?: number },
) => Promise<{ readonly private: string; readonly public: string }>;

const generate = promisify(ssh2.utils.generateKeyPair) as unknown as Generate;

const options = { ed25519: {}, rsa: { bits: 3072 } } as const;

/**
 * Makes a private key in OpenSSH's form. ssh2 loses the first byte of an Ed25519 key where it is zero, one time in
 * 256, and then cannot read its own work: such a key is made again.
 */
export async function makeHostKey(kind: ServerKeyKind): Promise<string> {
  for (;;) {
    const { private: pem } = await generate(kind, options[kind]);
    if (!(ssh2.utils.parseKey(pem) instanceof Error)) return pem;
  }
}
