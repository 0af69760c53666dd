/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  license: "License",
} as const;

export default {
  /** Texts of the license page. */
  license: {
    card: "License",
    community: "Community edition",
    none: "No valid license is installed. Import one to use multiple organizations, custom roles and other licensed features.",
    subscription: "Subscription",
    corporation: "Licensed to",
    edition: "Edition",
    expires: "Valid until",
    noEnd: "No expiration",
    daysLeft_one: "{{count}} day left",
    daysLeft_other: "{{count}} days left",
    lastDay: "Expires today",
    ended: "Expired",
    assets: "Assets",
    assetsOf: "{{count}} of {{limit}}",
    assetsFree: "{{count}}, no limit",
    assetsOver:
      "You have more assets than the license covers. All features keep working, but you need a larger license.",
    serial: "Serial number",
    remark: "Remark",
    inForce: "Valid",
    notInForce: "Not valid",
    import: "Import license",
    importHint:
      "A license file of 16 KiB or less. If the file is rejected, the current license stays in place.",
    choose: "Choose a license file",
    drop: "or drop it here",
    importing: "Verifying the license…",
    oneFile: "Import one file at a time.",
    tooLarge: "{{name}} is larger than 16 KiB and cannot be a license.",
    refused: "{{name}} was rejected",
    support: "Contact us about licenses",
  },
} as const;
