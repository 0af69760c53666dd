import type { CredentialRequest } from "../../../engine/services.ts";

/** Stands for the method and the address. */
export const requestTarget = "(request-target)";

/** The values of a header as they arrived, in order; its name in lower case. */
export function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === name) values.push((rawHeaders[at + 1] ?? "").trim());
  }
  return values;
}

/**
 * The text that is signed: a line for each name, `name: value`, several values of one header joined by a comma. Null
 * when a header is not there. Contract: docs/contract/identity.md, "Signed requests".
 */
export function signingString(
  request: Pick<CredentialRequest, "method" | "target" | "rawHeaders">,
  names: readonly string[],
): string | null {
  const lines: string[] = [];
  for (const name of names) {
    if (name === requestTarget) {
      lines.push(`${name}: ${request.method.toLowerCase()} ${request.target}`);
      continue;
    }
    const values = valuesOf(request.rawHeaders, name);
    if (values.length === 0) return null;
    lines.push(`${name}: ${values.join(", ")}`);
  }
  return lines.join("\n");
}
