/** Texts of the pages of domains, gateways and labels. */
export default {
  help: "A domain is a network that is not reached directly. Sessions and automation go to its assets through one of its gateways.",
  emptyHint: "Create a domain, give it a gateway, and put the assets behind it into it.",
  assets: "Assets",
  assetsHelp: "An asset stands in one domain: it leaves the one it was in.",
  members: "Assets and gateways of {{name}}",
  gateways: "Gateways",
  gateway: {
    countOf_one: "{{count}} gateway of {{name}}",
    countOf_other: "{{count}} gateways of {{name}}",
    emptyHint: "Without a gateway, the assets of this domain cannot be reached through it.",
    test: "Test connection",
    testTitle: "Test gateway {{name}}",
    port: "SSH port",
    portHelp:
      "Where the address is translated on the way, enter the port the gateway's own SSH server listens on.",
  },
  label: {
    action: "Labels…",
    help: "Labels are pairs of a name and a value. Assets are found by them, and permissions can follow them.",
    emptyHint: "Create a label such as env:prod, and put it on assets here or in the list of assets.",
    nameHelp: "What the label is about, for example env. Name and value are shown together as name:value.",
    carriers: "Assets with the label {{label}}",
    bindTitle_one: "Labels of {{count}} asset",
    bindTitle_other: "Labels of {{count}} assets",
    add: "Put on",
    remove: "Take off",
    bind: "Apply",
    bound_zero: "The assets had these labels already",
    bound_one: "The labels of {{count}} asset were changed",
    bound_other: "The labels of {{count}} assets were changed",
  },
} as const;
