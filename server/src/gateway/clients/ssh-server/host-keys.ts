import ssh2, { type EncryptedPrivateKey, type ParsedKey } from "ssh2";

/**
 * The host keys as ssh2's server takes them. It offers `ssh-rsa` with every RSA key, whatever algorithms it is given;
 * a key that calls itself by the algorithm it signs with is offered for that one alone.
 *
 * @param pems private keys in OpenSSH or PEM form
 */
export function hostKeysOf(pems: readonly string[]): EncryptedPrivateKey[] {
  return pems.flatMap((pem) => {
    const parsed = ssh2.utils.parseKey(pem);
    const key = Array.isArray(parsed) ? parsed[0] : parsed;
    if (key === undefined || key instanceof Error) throw new Error("a host key cannot be read");
    if (key.type !== "ssh-rsa") return [{ key }];
    return ["rsa-sha2-512", "rsa-sha2-256"].map((type) => ({
      key: Object.create(key, { type: { value: type } }) as ParsedKey,
    }));
  });
}
