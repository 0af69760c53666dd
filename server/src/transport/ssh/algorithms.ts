import type { Algorithms, CipherAlgorithm, KexAlgorithm, MacAlgorithm, ServerHostKeyAlgorithm } from "ssh2";

/**
 * Which algorithms a target is offered. `legacy` is for machines that cannot be updated, chosen on their platform
 * and nowhere else: it adds SHA-1 and CBC after everything better.
 */
export type AlgorithmProfile = "modern" | "legacy";

interface Lists {
  readonly kex: readonly KexAlgorithm[];
  readonly hostKeys: readonly ServerHostKeyAlgorithm[];
  readonly ciphers: readonly CipherAlgorithm[];
  readonly macs: readonly MacAlgorithm[];
}

/** Nothing that rests on SHA-1, CBC or a group under 3072 bits. */
const modern: Lists = {
  kex: [
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
    "diffie-hellman-group16-sha512",
    "diffie-hellman-group18-sha512",
  ],
  hostKeys: [
    "ssh-ed25519",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "rsa-sha2-512",
    "rsa-sha2-256",
  ],
  // AES-GCM first: with it and without ssh2's native add-on throughput is several times ChaCha20's.
  ciphers: ["aes128-gcm@openssh.com", "aes256-gcm@openssh.com", "chacha20-poly1305@openssh.com"],
  macs: ["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com"],
};

/** What old devices still need, the least bad first. No DSA, RC4, MD5 or 1024-bit group: those protect nothing. */
const old: Lists = {
  kex: [
    "ecdh-sha2-nistp256",
    "ecdh-sha2-nistp384",
    "ecdh-sha2-nistp521",
    "diffie-hellman-group-exchange-sha256",
    "diffie-hellman-group14-sha256",
    "diffie-hellman-group14-sha1",
  ],
  hostKeys: ["ssh-rsa"],
  ciphers: ["aes128-ctr", "aes192-ctr", "aes256-ctr", "aes256-cbc", "aes128-cbc", "3des-cbc"],
  macs: ["hmac-sha2-256", "hmac-sha2-512", "hmac-sha1"],
};

/** Host key algorithms that prove the same kind of key. */
function provesKey(algorithm: ServerHostKeyAlgorithm, keyType: string): boolean {
  return algorithm === keyType || (keyType === "ssh-rsa" && algorithm.startsWith("rsa-sha2-"));
}

/**
 * The algorithms offered to a target.
 *
 * @param pinnedKeyType type of the host key known for this target; it is asked for first, so that a target
 *   with several keys shows the one to compare with
 */
export function targetAlgorithms(pinnedKeyType: string | null, profile: AlgorithmProfile): Algorithms {
  const join = <K extends keyof Lists>(list: K): Lists[K][number][] =>
    profile === "legacy" ? [...modern[list], ...old[list]] : [...modern[list]];
  const hostKeys = join("hostKeys");
  const known = hostKeys.filter((algorithm) => pinnedKeyType !== null && provesKey(algorithm, pinnedKeyType));
  return {
    kex: join("kex"),
    serverHostKey: [...known, ...hostKeys.filter((algorithm) => !known.includes(algorithm))],
    cipher: join("ciphers"),
    hmac: join("macs"),
    compress: ["none"],
  };
}
