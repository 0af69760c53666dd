/** Its parts are on screens of other areas. */
export const titles = {} as const;

export default {
  /** Texts of passkeys and recovery codes. */
  factors: {
    passkeys: {
      title: "Passkeys",
      hint: "A passkey signs you in without a password: your device asks for your finger, face or PIN. It also confirms who you are before secrets are shown.",
      none: "You have no passkeys.",
      add: "Add a passkey",
      addHint: "Give it a name by which you know the device. Your browser asks you in the next step.",
      goOn: "Continue",
      name: "Name",
      added: "Added",
      used: "Last used",
      unused: "Never used",
      synced: "On several devices",
      rename: "Rename",
      renameOne: "Rename {{name}}",
      removeOne: "Delete {{name}}",
      done: "The passkey was added.",
      known: "This device holds a passkey of yours already.",
      cancelled: "No passkey was made. Try again, and follow what your browser asks.",
      impossible:
        "Passkeys need an address with a name and TLS. An administrator can set the address of this site.",
      elsewhere: "Passkeys can be added and used at",
    },
    codes: {
      title: "Recovery codes",
      hint: "When your phone or passkey is lost, each of these codes signs you in once.",
      left_one: "{{count}} code left",
      left_other: "{{count}} codes left",
      make: "Make codes",
      renew: "Make new codes",
      renewTitle: "Make new recovery codes",
      renewBody: "The codes you have now end at once.",
      keep: "Keep these codes where you find them without your phone. They are not shown again.",
      kept: "I kept them",
      save: "Download",
    },
  },
} as const;
