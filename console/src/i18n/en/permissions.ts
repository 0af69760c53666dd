/** Texts of the asset permission pages. */
export default {
  activate: "Active",
  valid: "In force",
  invalid: "Not in force",
  usernames: "Usernames",
  emptyHint: "Grant somebody access to an asset to get started.",
  actionsHelp: "What may be done once connected.",
  group: {
    basic: "Basics",
    users: "Who",
    assets: "Which assets",
    accounts: "With which accounts",
    actions: "What may be done",
    other: "Validity",
  },
  alias: {
    "@ALL": "All accounts",
    "@SPEC": "Specified accounts",
    "@INPUT": "Manual sign-in",
    "@USER": "Same username",
    "@ANON": "Anonymous",
  },
  aliasHint: {
    "@ALL": "every account of the asset",
    "@SPEC": "only the usernames listed below",
    "@INPUT": "username and password are typed on connecting",
    "@USER": "the account named like the signed-in user",
    "@ANON": "connect without signing in, for example to web pages",
  },
} as const;
