import { parsePublicKey } from "../../users/index.ts";
import type { SignInBackend } from "./sign-in-backend.ts";

/** The key a user has stored, shown by somebody who has the other half of it. */
export const publicKey: SignInBackend = {
  label: "SSH Key",
  kind: "public-key",
  sources: ["local"],
  takesStrangers: false,
  isEnabled: ({ settings }) => settings.get<boolean>("TERMINAL_PUBLIC_KEY_AUTH"),
  async prove(_services, key, user) {
    const [shown, stored] = [parsePublicKey(key), parsePublicKey(user?.public_key ?? "")];
    const isSame = shown !== null && stored !== null && shown.blob.equals(stored.blob);
    return isSame ? user : null;
  },
};
