import { checkTemporaryToken } from "../tokens/temporary-tokens.ts";
import type { SignInBackend } from "./sign-in-backend.ts";

/** A temporary password of the user's own, once. It is of no source: where only sources count it counts for nobody. */
export const temporaryToken: SignInBackend = {
  label: "Temporary token",
  kind: "password",
  sources: [],
  takesStrangers: false,
  isEnabled: async ({ settings }) =>
    (await settings.get<boolean>("AUTH_TEMP_TOKEN")) &&
    !(await settings.get<boolean>("ONLY_ALLOW_AUTH_FROM_SOURCE")),
  prove: async (services, secret, user) =>
    user !== null && (await checkTemporaryToken(services, user, secret)) ? user : null,
};
