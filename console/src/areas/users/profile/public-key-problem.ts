/** What is wrong with a text that should be a public key, by the key of its message. */
export type PublicKeyProblem = "privateKey" | "notPublicKey";

const PUBLIC_KEY = /^(ssh|ecdsa|sk)-[\w@.-]+[ \t]+[A-Za-z0-9+/]{40,}={0,2}([ \t].*)?$/;

/**
 * Whether a text can be one line of an OpenSSH public key. Asked before it is sent, so that a private key that was
 * taken for the public one never leaves the browser; what kind of key it is, the server decides.
 */
export function publicKeyProblem(text: string): PublicKeyProblem | undefined {
  if (/PRIVATE KEY|^PuTTY-User-Key-File/i.test(text)) return "privateKey";
  return text === "" || PUBLIC_KEY.test(text.trim()) ? undefined : "notPublicKey";
}
