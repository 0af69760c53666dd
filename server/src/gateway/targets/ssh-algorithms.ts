import type { Algorithms, ServerHostKeyAlgorithm } from "ssh2";

const hostKeys: readonly ServerHostKeyAlgorithm[] = [
  "ssh-ed25519",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "rsa-sha2-512",
  "rsa-sha2-256",
];

/** Host key algorithms that prove the same kind of key. */
function provesKey(algorithm: ServerHostKeyAlgorithm, keyType: string): boolean {
  return algorithm === keyType || (keyType === "ssh-rsa" && algorithm.startsWith("rsa-sha2-"));
}

/**
 * The algorithms offered to targets: nothing that rests on SHA-1, CBC or a group under 3072 bits.
 *
 * @param pinnedKeyType type of the host key known for this target; it is asked for first, so that a target
 *   with several keys shows the one to compare with
 */
export function targetAlgorithms(pinnedKeyType: string | null): Algorithms {
  const known = hostKeys.filter((algorithm) => pinnedKeyType !== null && provesKey(algorithm, pinnedKeyType));
  return {
    kex: [
      "curve25519-sha256",
      "curve25519-sha256@libssh.org",
      "diffie-hellman-group16-sha512",
      "diffie-hellman-group18-sha512",
    ],
    serverHostKey: [...known, ...hostKeys.filter((algorithm) => !known.includes(algorithm))],
    // AES-GCM first: with it and without ssh2's native add-on throughput is several times ChaCha20's.
    cipher: ["aes128-gcm@openssh.com", "aes256-gcm@openssh.com", "chacha20-poly1305@openssh.com"],
    hmac: ["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com"],
    compress: ["none"],
  };
}
