import type { Algorithms } from "ssh2";

/**
 * Which algorithms clients are offered. `standard`: what OpenSSH's server offers by default, without SHA-1, so that
 * every client that is still shipped finds some. `strict`: only authenticated encryption or encrypt-then-MAC and no
 * NIST curve, for places where no old client has to get in.
 */
export type ServerAlgorithmProfile = "standard" | "strict";

type Lists = Required<Pick<Algorithms, "kex" | "serverHostKey" | "cipher" | "hmac">>;

/**
 * Nothing that rests on SHA-1, CBC or a group under 3072 bits. Strict key exchange is ssh2's own;
 * `mlkem768x25519-sha256` goes before these (see `transport/ssh/post-quantum`).
 */
const strict = {
  // Two names of one thing. Dropbear's client stops where both sides name the same one first: it takes its guess for
  // right, and never sends it. The client's order decides in any case.
  kex: [
    "curve25519-sha256@libssh.org",
    "curve25519-sha256",
    "diffie-hellman-group16-sha512",
    "diffie-hellman-group18-sha512",
  ],
  serverHostKey: ["ssh-ed25519", "rsa-sha2-512", "rsa-sha2-256"],
  // AES-GCM first: with it throughput is several times ChaCha20's.
  cipher: ["aes128-gcm@openssh.com", "aes256-gcm@openssh.com", "chacha20-poly1305@openssh.com"],
  hmac: ["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com"],
} satisfies Lists;

/** What clients without authenticated encryption need: Debian 12's paramiko and libssh2 (curl), older Java and Go. */
const further = {
  kex: ["ecdh-sha2-nistp256", "ecdh-sha2-nistp384", "ecdh-sha2-nistp521", "diffie-hellman-group14-sha256"],
  cipher: ["aes128-ctr", "aes192-ctr", "aes256-ctr"],
  hmac: ["hmac-sha2-256", "hmac-sha2-512"],
} satisfies Partial<Lists>;

/** What the SSH server speaks. */
export function serverAlgorithms(profile: ServerAlgorithmProfile): Algorithms {
  const { kex, cipher, hmac } = further;
  const lists: Lists =
    profile === "strict"
      ? strict
      : {
          ...strict,
          kex: [...strict.kex, ...kex],
          cipher: [...strict.cipher, ...cipher],
          hmac: [...strict.hmac, ...hmac],
        };
  return { ...lists, compress: ["none"] };
}
