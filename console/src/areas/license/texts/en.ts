/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  license: "License",
} as const;

export default {
  /** Texts of the license page. */
  license: {
    card: "License",
    community: "Community edition",
    none: "No license is in force. Import one to work in several organizations, with roles of your own, and with what else is marked as licensed.",
    subscription: "Subscription",
    corporation: "Licensed to",
    edition: "Edition",
    expires: "Valid until",
    noEnd: "Without an end",
    daysLeft_one: "{{count}} day left",
    daysLeft_other: "{{count}} days left",
    lastDay: "Ends today",
    ended: "Expired",
    assets: "Assets",
    assetsOf: "{{count}} of {{limit}}",
    assetsFree: "{{count}}, no limit",
    assetsOver:
      "There are more assets than the license covers. Nothing is switched off; ask for a larger one.",
    serial: "Serial number",
    remark: "Remark",
    inForce: "In force",
    notInForce: "Not in force",
    import: "Import a license",
    importHint: "A license file, at most 16 KiB. One that is not taken leaves the present license as it is.",
    choose: "Choose a license file",
    drop: "or drop it here",
    importing: "The license is being checked…",
    oneFile: "Import one file at a time.",
    tooLarge: "{{name}} is larger than 16 KiB; it cannot be a license.",
    refused: "{{name}} was not taken",
    support: "Ask about licenses",
  },
} as const;
