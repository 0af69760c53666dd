import { createHash, type X509Certificate } from "node:crypto";
import { md5 } from "./keys.ts";

/** Signature algorithms whose hash is used for the certificate; all others have SHA-256 (RFC 5929, 4.1). */
const hashes: Readonly<Record<string, string>> = {
  // sha384WithRSAEncryption, sha512WithRSAEncryption, ecdsa-with-SHA384, ecdsa-with-SHA512
  "2a864886f70d01010c": "sha384",
  "2a864886f70d01010d": "sha512",
  "2a8648ce3d040303": "sha384",
  "2a8648ce3d040304": "sha512",
};

/** What ties a sign-in to the TLS connection it comes over: the hash of its bindings ([MS-NLMP] 3.1.5.1.2, RFC 5929). */
export function channelBindingOf({ raw }: Pick<X509Certificate, "raw">): Buffer {
  const hash = createHash(hashes[signatureAlgorithm(raw)] ?? "sha256");
  const data = Buffer.concat([Buffer.from("tls-server-end-point:"), hash.update(raw).digest()]);
  // Addresses of both sides, of no kind and empty, and then the length of the data (RFC 2744, 3.11).
  const bindings = Buffer.alloc(20);
  bindings.writeUInt32LE(data.length, 16);
  return md5(bindings, data);
}

/** The object identifier a certificate names after what is signed, in hexadecimal. */
function signatureAlgorithm(certificate: Buffer): string {
  const signed = elementAt(certificate, elementAt(certificate, 0).from);
  const algorithm = elementAt(certificate, signed.to);
  const identifier = elementAt(certificate, algorithm.from);
  return certificate.toString("hex", identifier.from, identifier.to);
}

/** Where the content of an element of DER begins and ends. TLS has read the certificate before: it is one. */
function elementAt(der: Buffer, at: number): { readonly from: number; readonly to: number } {
  const first = der[at + 1] ?? 0;
  const more = first < 128 ? 0 : first & 127;
  const length = more === 0 ? first : der.readUIntBE(at + 2, more);
  const from = at + 2 + more;
  return { from, to: from + length };
}
