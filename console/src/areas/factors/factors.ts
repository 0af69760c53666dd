import { queryOptions } from "@tanstack/react-query";
import { api } from "../../kit/api/client.ts";
import { orIfNotFound } from "../../kit/api/not-found.ts";
import { confirmed } from "../../kit/confirm/confirmation.ts";
import type { Row } from "../../kit/metadata/types.ts";

const FACTORS_URL = "/api/v1/sallyport/factors/";
const RECOVERY_URL = "/api/v1/sallyport/recovery-codes/";

/** Address of one's own passkeys. */
export const PASSKEYS_URL = "/api/v1/sallyport/passkeys/";

/** What somebody proves themselves by (docs/contract/identity.md, "Passkeys"). */
export interface Factors {
  readonly factors: readonly {
    readonly name: string;
    readonly display_name: string;
    readonly is_active: boolean;
  }[];
  /** Recovery codes that are left. */
  readonly recovery_codes: number;
  /** Where passkeys can be used; null where this installation cannot have any. */
  readonly passkey_origin: string | null;
}

/** One's factors; null from a server that does not tell. */
export const factorsQuery = queryOptions({
  queryKey: ["profile", "factors"],
  queryFn: () => orIfNotFound(api<Factors>(FACTORS_URL), null),
});

/** One's passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ["profile", "passkeys"],
  queryFn: () => api<readonly Row[]>(PASSKEYS_URL),
});

/** Makes new recovery codes, after a confirmation. @returns undefined when the person did not confirm */
export async function renewRecoveryCodes(): Promise<readonly string[] | undefined> {
  const call = () => api<{ codes: readonly string[] }>(RECOVERY_URL, { method: "POST", body: {} });
  return (await confirmed(call))?.codes;
}

/**
 * Adds a passkey, after a confirmation.
 *
 * @returns recovery codes that were made with it; undefined when the person did not confirm
 * @throws ApiError of the server, DOMException when the person or the device does not
 */
export async function addPasskey(name: string): Promise<readonly string[] | undefined> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  type Options = Parameters<typeof startRegistration>[0]["optionsJSON"];
  const ask = () => api<Options>(`${PASSKEYS_URL}registration/`, { method: "POST", body: {} });
  const optionsJSON = await confirmed(ask);
  if (optionsJSON === undefined) return undefined;
  const answer = JSON.stringify(await startRegistration({ optionsJSON }));
  const made = await api<{ recovery_codes: readonly string[] }>(PASSKEYS_URL, {
    method: "POST",
    body: { name, answer },
  });
  return made.recovery_codes;
}
