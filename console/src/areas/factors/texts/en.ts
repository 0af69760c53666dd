/** Its parts are on screens of other areas. */
export const titles = {} as const;

export default {
  /** Texts of passkeys and recovery codes. */
  factors: {
    passkeys: {
      title: "Passkeys",
      hint: "A passkey signs you in without a password: your device asks for your fingerprint, face or PIN. You can also use it to confirm your identity before you view secrets.",
      none: "You do not have any passkeys yet.",
      add: "Add passkey",
      addHint:
        "Enter a name that helps you recognize the device. Then follow the instructions of your browser.",
      goOn: "Continue",
      name: "Name",
      added: "Added",
      used: "Last used",
      unused: "Never used",
      synced: "Synced across devices",
      rename: "Rename",
      renameOne: "Rename {{name}}",
      removeOne: "Delete {{name}}",
      done: "The passkey was added.",
      known: "This device already has one of your passkeys.",
      cancelled: "No passkey was created. Try again, and follow the instructions of your browser.",
      impossible: "Passkeys require a site address with a host name and TLS. An administrator can set it.",
      elsewhere: "You can add and use passkeys at",
    },
    codes: {
      title: "Recovery codes",
      hint: "If you lose your phone or passkey, each of these codes signs you in once.",
      left_one: "{{count}} code left",
      left_other: "{{count}} codes left",
      make: "Generate codes",
      renew: "Generate new codes",
      renewTitle: "Generate new recovery codes",
      renewBody: "Your current codes stop working immediately.",
      keep: "Store these codes where you can find them without your phone. They will not be shown again.",
      kept: "I have saved them",
      save: "Download",
    },
  },
} as const;
