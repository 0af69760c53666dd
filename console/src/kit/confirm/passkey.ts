import { api } from "../api/client.ts";

const PASSKEYS_URL = "/api/v1/sallyport/passkeys/";

/** Whether this browser can talk to authenticators on this page: not without TLS. */
export const browserHasPasskeys = (): boolean => "PublicKeyCredential" in window;

/**
 * Has the person sign a challenge with one of their passkeys (docs/contract/identity.md, "Passkeys").
 *
 * @returns what the authenticator signed, as the server takes it
 * @throws ApiError of the server, DOMException when the person or the device does not
 */
export async function signWithPasskey(): Promise<string> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = await api<Parameters<typeof startAuthentication>[0]["optionsJSON"]>(
    `${PASSKEYS_URL}challenge/`,
    { method: "POST", body: {} },
  );
  return JSON.stringify(await startAuthentication({ optionsJSON }));
}
