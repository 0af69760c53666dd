import type { Algorithms } from "ssh2";

/**
 * What the SSH server speaks: nothing that rests on SHA-1, CBC or a group under 3072 bits, and only authenticated
 * encryption or encrypt-then-MAC. Strict key exchange is ssh2's own; `mlkem768x25519-sha256` goes before these (see
 * `transport/ssh/post-quantum`).
 */
export const serverAlgorithms: Algorithms = {
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
  compress: ["none"],
};
