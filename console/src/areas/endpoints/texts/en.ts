/** Titles of the screens. */
export const titles = {
  endpointCreate: "Create endpoint",
  endpointUpdate: "Edit endpoint",
  endpointRuleCreate: "Create endpoint rule",
  endpointRuleUpdate: "Edit endpoint rule",
} as const;

export default {
  /** Texts of endpoints and the rules that choose them. */
  endpoints: {
    basic: "Basic",
    other: "Other",
    endpoint: "Endpoint",
    endpoints: "Endpoints",
    rules: "Endpoint rules",
    help: "An endpoint is the host and the ports that client programs connect to, for example at another location. The default endpoint is used where no rule matches.",
    ruleHelp:
      "The first rule that matches the IP of an asset decides which endpoint its clients use. An asset with the label endpoint, whose value is the name of an endpoint, uses that endpoint.",
    rulesEmpty: "Without rules, every client connects to the default endpoint.",
    atSite: "Address of the site",
    defaultHost: "The default endpoint is always at the address of the site.",
    ports: "Ports",
    portHelp: "0: not offered here.",
    databasePorts: "Database ports",
    comma: ", ",
    reach: {
      title: "In use",
      used: "Yes",
      inactive: "No: disabled",
      no_endpoint: "No: has no endpoint",
      no_ports: "No: its endpoint offers no ports",
      covered: "Never: {{names}} matches first",
    },
    try: {
      open: "Test an address",
      title: "Which endpoint does an asset get?",
      address: "IP or host name of the asset",
      protocol: "Protocol",
      ask: "Test",
      byRule: "Chosen by the rule {{rule}}.",
      byDefault: "No rule matches: the default endpoint is used.",
      unknown: "The name has no address here; only rules for every asset are considered.",
      notOffered: "This protocol is not offered there.",
      labels: "Labels of assets are not considered here.",
    },
  },
} as const;
