import { type CertificateExtension, type CertifiedKey, makeCertifiedKey } from "../../transport/ssh/index.ts";
import { type AuthorityKeeper, type AuthorityKey, keyOfAccount } from "./authority-key.ts";

/** A sign-in that a certificate is made for. */
export interface CertifiedSignIn {
  /** The account that signs in: its host may trust a former key of the authority still. */
  readonly accountId: string;
  /** Signs, in the place of the key that its account is known to trust: to find out whether it trusts this one. */
  readonly signer?: AuthorityKey;
  /** The user name on the target, and the only one the certificate is for. */
  readonly username: string;
  /** What it is for, as the target's log has it, e.g. `{ session: "…", user: "alice" }`. */
  readonly usedBy: Readonly<Record<string, string>>;
  readonly extensions: readonly CertificateExtension[];
}

/** Makes a key for one sign-in to an SSH target, with a certificate that holds a few minutes. */
export async function certifyAccount(
  keeper: AuthorityKeeper,
  { accountId, signer, username, usedBy, extensions }: CertifiedSignIn,
): Promise<CertifiedKey> {
  const { privateKey } = signer ?? (await keyOfAccount(keeper, accountId));
  const told = Object.entries(usedBy).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return makeCertifiedKey(privateKey, {
    keyId: ["sallyport", ...told].join(" "),
    principal: username,
    extensions,
  });
}
