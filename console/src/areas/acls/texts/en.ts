/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  loginAclCreate: "Create sign-in rule",
  loginAclUpdate: "Edit sign-in rule",
  loginAclDetail: "Sign-in rule",
  commandAclCreate: "Create command rule",
  commandAclUpdate: "Edit command rule",
  commandAclDetail: "Command rule",
  loginAssetAclCreate: "Create asset access rule",
  loginAssetAclUpdate: "Edit asset access rule",
  loginAssetAclDetail: "Asset access rule",
  commandGroupCreate: "Create command group",
  commandGroupUpdate: "Edit command group",
  commandGroupDetail: "Command group",
  connectMethodAclCreate: "Create connection method rule",
  connectMethodAclUpdate: "Edit connection method rule",
  connectMethodAclDetail: "Connection method rule",
  loginAcls: "Sign-in rules",
  commandAcls: "Command rules",
  loginAssetAcls: "Asset access rules",
  commandGroups: "Command groups",
  connectMethodAcls: "Connection method rules",
  commandGroupEmpty: "A command group holds commands that belong together, under one name.",
} as const;

export default {
  /** Texts of the pages about rules. */
  acls: {
    help: {
      asset:
        "These rules are asked each time somebody connects to an asset, in order of priority. The first that fits decides; without one, asset permissions alone decide.",
      command:
        "These rules are asked before a command runs, in order of priority. The first with a matching command group decides; without one, the command runs.",
      method:
        "Every rule that fits a user takes its connection methods away from them. Priority has no effect.",
      reviewers: "Who decides, or is told. Without any, this action cannot be saved.",
      noPriority: "1 to 100. It orders the list only: every rule that fits takes its methods away.",
      methods: "Choose what these users may not use.",
      addresses: "Addresses the person comes from. * is every address.",
      times: "In the server's time zone.",
      commandText:
        "One command per line, for example rm -rf or reboot. A line with a space is searched for anywhere in what is typed.",
      regexText:
        "One regular expression. It runs in linear time: look-around and references back cannot be used.",
    },
    empty: {
      login: "No sign-in rules yet: everybody who may sign in can do so from anywhere, at any time.",
      asset: "No asset access rules yet: asset permissions alone decide who connects.",
      command:
        "No command rules yet: every command runs. Make a command group first, then a rule that names it.",
      method: "No connection method rules yet: everybody may use every method.",
      here: "No such rule applies here.",
    },
    group: {
      basic: "Basics",
      users: "Users",
      assets: "Assets",
      accounts: "Accounts",
      rule: "From where and when",
      commands: "Command groups",
      methods: "Connection methods",
      action: "Action",
      other: "Other",
    },
    field: {
      users: "Users",
      assets: "Assets",
      addresses: "Addresses",
      times: "Times",
      always: "Always",
      never: "Never",
    },
    about: {
      all: "All",
      ids: "{{count}} selected",
      attrs: "By {{names}}",
    },
    attribute: {
      name: "Name",
      username: "Username",
      email: "Email",
      comment: "Comment",
      isActive: "Active",
      source: "Source",
      systemRoles: "System roles",
      organizationRoles: "Organization roles",
      groups: "User groups",
      address: "Address",
      nodes: "Nodes",
      platform: "Platform",
      category: "Category",
      type: "Type",
      protocols: "Protocols",
      domain: "Domain",
      labels: "Labels",
    },
    tab: {
      users: "Users",
      assets: "Assets",
      rules: "Rules",
    },
    activate: "Active",
    active: "Active",
    inactive: "Not active",
    nobody: "No user fits this rule at present.",
    nothing: "No asset fits this rule at present.",
  },
} as const;
