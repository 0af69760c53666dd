import type { FormValues } from "../../../kit/form/form-model.ts";

/** The name an address suggests: an IP address as it is, of a host name the first part. */
function nameOfAddress(address: string): string {
  const host = address
    .trim()
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, "")
    .replace(/[/?#].*$/, "");
  if (/^[\d.:[\]a-f]+$/i.test(host) && /[.:]/.test(host)) return host;
  return host.split(/[.:]/)[0] ?? host;
}

/** The name follows the address until somebody types another one. */
export function nameFromAddress(address: unknown, values: FormValues): FormValues | undefined {
  const before = typeof values.address === "string" ? values.address : "";
  const { name } = values;
  const isOwn = typeof name === "string" && name !== "" && name !== nameOfAddress(before);
  return isOwn ? undefined : { name: nameOfAddress(typeof address === "string" ? address : "") };
}
