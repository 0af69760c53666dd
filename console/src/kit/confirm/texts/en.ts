export default {
  /** Texts of the confirmation of who somebody is. */
  confirm: {
    title: "Verify that it is you",
    body: "This action is protected. Confirm your identity to continue.",
    method: "Method",
    password: "Your password",
    code: "Verification code",
    sixDigits: "Enter the six digits of the code",
    required: "Enter a value",
    send: "Send code",
    sendAgain: "Send again in {{count}} s",
    sent: "The code was sent.",
    noMethod: "This takes a second factor, and you have none that can be used. Set one up, then try again.",
    setUp: "Set up a second factor",
    reloginTitle: "Sign in again",
    reloginBody:
      "This needs a sign-in that is not older than a few minutes. You come back to this page afterwards.",
    relogin: "Sign in again",
    secret: {
      title: "Secret of {{name}}",
      fingerprint: "Fingerprint",
      save: "Save as a file",
      copy: "Copy",
      hides_one: "Hidden again in {{count}} s.",
      hides_other: "Hidden again in {{count}} s.",
      empty: "This account has no secret.",
      audited: "Every reading is recorded.",
    },
    passkey: {
      use: "Use a passkey",
      hint: "Your device asks for your finger, face or PIN.",
      cancelled: "The device answered nothing. Try again, or choose another method.",
    },
  },
} as const;
