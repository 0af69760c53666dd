/** Texts of the way in and of what can get in the way: start-up, organizations, notices, failures. */
export default {
  signIn: {
    verifying: "Your sign-in could not be confirmed. Taking you to the sign-in page…",
    expiredBody:
      "Your session ended. Sign in again to go on. To keep what you typed on this page, choose Cancel, sign in in another tab and come back.",
  },
  failed: {
    network: "The server cannot be reached. This page goes on by itself as soon as it answers.",
    server:
      "The server ran into a problem while starting the console. Try again; if it stays, tell your administrator.",
    refused:
      "Your account may not use the console now. Ask your administrator, or sign in with another account.",
    request: "Request {{id}}",
  },
  failure: {
    timeout:
      "The server took too long to answer. The operation may have gone on: check before you repeat it.",
    unavailable: "The server is not available at the moment. Try again in a minute.",
    tooLarge: "This is more than the server accepts at once. Send less.",
    tooMany: "Too many attempts. Wait a minute and try again.",
    withRequest: "{{text}} (request {{id}})",
  },
  connection: {
    offline: "You are offline. What you typed stays here; the console goes on when the connection is back.",
    lost: "The server does not answer. What you typed stays here; the console goes on when it is back.",
    retry: "Try now",
    back: "Connected again",
  },
  build: {
    title: "A new version of the console was installed. Reload when it suits you.",
    reload: "Reload",
    later: "Later",
    staleTitle: "This page belongs to another version",
    staleBody: "The product was upgraded while this tab was open. Reload to go on with the new version.",
    chunkTitle: "This page could not be loaded",
    chunkBody: "The connection broke while it was loading. It loads again when the server answers.",
  },
  crash: {
    again: "Open it again",
    details: "What happened: {{message}}",
  },
  access: {
    signOut: "Sign out",
    unlicensedTitle: "This page needs a valid license",
    unlicensedBody:
      "The license of this installation is missing or has expired. Nothing is lost: the page comes back with a valid license. Ask the administrator who looks after the license.",
    openLicense: "Open the license page",
  },
  organization: {
    global: "Global",
  },
} as const;
