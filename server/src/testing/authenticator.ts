import { generateSync } from "otplib";

/** A phone with an authenticator: the key it was shown, and the codes it then shows. */
export interface Authenticator {
  /** The next code; never the same twice, because each is taken once. */
  next(): string;
}

/** Seconds a code is shown. */
const step = 30;

/** Adds a key as a page spells it to a new authenticator. */
export function createAuthenticator(spelled: string): Authenticator {
  const secret = spelled.replaceAll(" ", "");
  let codes = 0;
  return {
    next: () => {
      // Codes of the time to come are taken as well, as if the phone's clock were ahead.
      const code = generateSync({ secret, epoch: Date.now() / 1000 + codes * step });
      codes += 1;
      return code;
    },
  };
}
