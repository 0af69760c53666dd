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
    expired: "The token is no longer valid",
    keys: {
      tab: "Access keys",
      help: "Scripts and programs use an access key to sign their API requests. It has the same permissions as you. Keep the secret safe, and delete keys that are no longer used.",
      id: "Access key",
      secret: "Secret",
      make: "Create access key",
      made: "The access key was created",
      enable: "Enable",
      disable: "Disable",
      enabled: "The access key was enabled",
      disabled: "The access key was disabled",
      addresses: "Allowed addresses",
      addressesTitle: "Allowed addresses of the access key",
      addressesHint:
        "Addresses, networks such as 10.0.0.0/8, or ranges such as 10.0.0.5-10.0.0.9. With *, the key works from anywhere.",
      addressesSaved: "The allowed addresses were saved",
      none: "Create an access key for a script or program that uses the API.",
    },
    private: {
      tab: "Private token",
      help: "For programs that cannot sign requests. They send it as “Authorization: Token …”. You can have one private token. It is valid until you replace or delete it, and anyone who has it has your permissions. Access keys are safer.",
      state: "Status",
      has: "Active",
      hasNone: "None",
      created: "Created",
      used: "Last used",
      make: "Create token",
      replace: "Replace",
      replaceTitle: "Replace the private token?",
      replaceBody: "Programs that use the current token stop working until they get the new one.",
      removeTitle: "Delete the private token?",
      removeBody: "Programs that use this token stop working.",
      removed: "The private token was deleted",
      renewal: "Replace the current token with a new one",
      first: "For programs that cannot sign requests",
      removal: "Programs that use it stop working",
      madeTitle: "Your private token",
      madeBody: "Copy it now. It will not be shown again.",
    },
    temporary: {
      help: "A temporary password signs you in once within 300 seconds. Use it on a device where you do not want to enter your own password. A second factor is still required.",
      secret: "Password",
      make: "Create temporary password",
      made: "The temporary password was created and is valid for 300 seconds",
      none: "Create one just before you sign in.",
    },
    connection: {
      help: "A connection token lets one program open a session to one asset with one account. Tokens are created when you connect and expire automatically. If one is leaked, expire it here.",
      id: "Token ID",
      value: "Value",
      none: "Tokens appear here while a connection is being opened.",
    },
  },
} as const;
