export default {
  /** Texts of the confirmation of who somebody is. */
  confirm: {
    title: "Confirm your identity",
    body: "This action is protected. Confirm your identity to continue.",
    method: "Method",
    password: "Your password",
    code: "Verification code",
    sixDigits: "Enter the six-digit code",
    required: "Enter a value",
    send: "Send code",
    sendAgain: "Send again in {{count}} s",
    sent: "The code was sent.",
    noMethod:
      "This action requires a second factor, and none of yours can be used. Set one up, then try again.",
    setUp: "Set up a second factor",
    reloginTitle: "Sign in again",
    reloginBody:
      "This action requires a sign-in within the last few minutes. You will return to this page afterwards.",
    relogin: "Sign in again",
    secret: {
      title: "Secret of {{name}}",
      fingerprint: "Fingerprint",
      save: "Save as a file",
      copy: "Copy",
      hides_one: "Hidden again in {{count}} s.",
      hides_other: "Hidden again in {{count}} s.",
      empty: "This account has no secret.",
      audited: "Every view is recorded.",
    },
    passkey: {
      use: "Use passkey",
      hint: "Your device asks for your fingerprint, face or PIN.",
      cancelled: "The device did not respond. Try again, or choose another method.",
    },
  },
} as const;
