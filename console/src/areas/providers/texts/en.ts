/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  sourcePeople: "Sign-in source",
} as const;

export default {
  /** Texts about people whom other systems know. */
  sources: {
    open: "Roles, groups and links",
    title: "{{source}}: roles, groups and links",
    unknown: "This address names a source that does not exist.",
    tab: { rules: "Roles and groups", links: "Linked users" },
    rules: {
      hint: "Rules are applied at every sign-in. What a rule gave is taken back once it no longer applies; what administrators gave stays.",
      none: "Without rules, new users get the default role and no groups. Add a rule to give people roles and groups by what {{source}} says about them.",
      create: "Create rule",
      edit: "Edit rule",
      saved: "The rule was saved. It applies from the next sign-in.",
      gives: "Gives",
      system: "System role",
      organizationRole: "Role in an organization",
      group: "User group",
      example: "such as groups",
    },
    links: {
      hint: "A link says which user a person of {{source}} is. Remove it to let the user be linked to someone else.",
      none: "Users appear here after their first sign-in by {{source}}.",
      label: "Linked users",
    },
    unlink: {
      action: "Unlink",
      title: "Unlink {{name}}?",
      body: "They keep their user. Roles and groups given by rules are taken back. At the next sign-in they may be linked again or become a new user, as the settings say.",
      ownBody:
        "You can no longer sign in with {{source}}, unless an administrator has allowed linking by username. Roles and groups it gave you are taken back.",
      done: "{{name}} was unlinked",
      ownDone: "{{source}} was unlinked",
      one: "Unlink {{source}}",
    },
    card: {
      title: "Linked sign-in sources",
      ownHint: "Other systems you can sign in with.",
      since: "Linked",
      managed: "You sign in with this source. Only an administrator can remove it.",
    },
    trial: {
      open: "Preview sign-in",
      title: "Preview a sign-in by {{source}}",
      hint: "Shows what would happen, by the saved settings and rules. Nothing is changed and no one is signed in.",
      claims: "Claims as JSON",
      claimsHelp: "Paste the claims of an ID token or of the user info answer.",
      answer: "Answer of the server as JSON",
      answerHelp: "The user and the attributes the server sends.",
      attributesHelp:
        "What the server sends when it accepts the password: Filter-Id, Class, or Vendor-9-1 for a vendor's.",
      username: "Username",
      usernameHelp: "The directory is asked what it says about this person.",
      ask: "Show",
      enter: "Signs in as {{name}}, who is linked already.",
      link: "Is linked to the existing user {{name}} and signs in.",
      create: "A new user {{name}} is created.",
      refuse: "Is not let in.",
      changes: "Fields",
      gains: "Gets",
      losses: "Loses",
      attributes: "Attributes",
      nothing: "Nothing",
      change: "{{field}}: {{before}} → {{after}}",
    },
  },
} as const;
