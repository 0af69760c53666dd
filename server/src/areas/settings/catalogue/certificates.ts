import { X509Certificate } from "node:crypto";
import { FieldError } from "../../../engine/errors.ts";
import { text } from "../../../engine/secrets/index.ts";

/** Most characters of certificates. */
const longest = 65_536;

/**
 * The certificates of a text, in PEM, and nothing else of it; empty stays empty.
 * @throws FieldError
 */
export function certificates(value: string): string {
  if (value.length > longest) throw new FieldError([text.certificate]);
  const all = value.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    for (const one of all) new X509Certificate(one);
  } catch {
    throw new FieldError([text.certificate]);
  }
  if (value !== "" && all.length === 0) throw new FieldError([text.certificate]);
  return all.join("\n");
}
