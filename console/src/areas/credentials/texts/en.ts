/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  accessKeys: "API keys",
  temporaryPasswords: "Temporary passwords",
  connectionTokens: "Connection tokens",
} as const;

export default {
  /** Texts of the pages of keys and tokens. */
  credentials: {
    expire: "Expire",
    expired: "It is no longer valid",
    keys: {
      tab: "Access keys",
      help: "Scripts and programs sign their requests to the API with an access key. What they may do is what you may do: keep the secret to yourself, and delete keys nobody uses.",
      id: "Access key",
      secret: "Secret",
      make: "Create access key",
      made: "The access key was created",
      enable: "Enable",
      disable: "Disable",
      enabled: "The access key can be used again",
      disabled: "The access key can no longer be used",
      addresses: "Allowed addresses",
      addressesTitle: "Where the key may be used from",
      addressesHint:
        "Addresses, networks such as 10.0.0.0/8 or ranges such as 10.0.0.5-10.0.0.9. With * the key works from everywhere.",
      addressesSaved: "The allowed addresses were saved",
      none: "Create one for a script or program that works with the API.",
    },
    private: {
      tab: "Private token",
      help: "For programs that cannot sign requests: they send it as “Authorization: Token …”. There is one, it lasts until you replace or delete it, and whoever has it may do what you may do. Access keys are safer.",
      state: "State",
      has: "There is one",
      hasNone: "There is none",
      created: "Created",
      used: "Last used",
      make: "Create token",
      replace: "Replace",
      replaceTitle: "Replace the private token?",
      replaceBody: "Programs that use the present one stop working until they get the new one.",
      removeTitle: "Delete the private token?",
      removeBody: "Programs that use it stop working.",
      removed: "The private token was deleted",
      renewal: "New token in place of this one",
      first: "For programs without signatures",
      removal: "Programs that use it stop working",
      madeTitle: "Your private token",
      madeBody: "Copy it now: it is not shown again.",
    },
    temporary: {
      help: "A temporary password signs you in once within 300 seconds, in place of your own: for a device you would not type that on. A second factor is still asked for.",
      secret: "Password",
      make: "Create temporary password",
      made: "The temporary password was created; it holds for 300 seconds",
      none: "Create one when you are about to sign in.",
    },
    connection: {
      help: "A connection token permits one program to open a session with one machine and account. Connecting makes them, and they end by themselves; end one here if it got into the wrong hands.",
      id: "Token ID",
      value: "Value",
      none: "They appear here while a connection is being opened.",
    },
  },
} as const;
