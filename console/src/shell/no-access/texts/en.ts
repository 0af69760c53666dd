export default {
  /** Texts for somebody who can use no screen, or not the one they were on any more. */
  access: {
    noOrganization: {
      title: "You are not in an organization yet",
      body: "Ask your administrator to add {{username}} to an organization, then check again.",
    },
    noRights: {
      title: "Your roles do not give access to anything yet",
      body: "You belong to {{organizations}}, but your roles there do not open any page. Ask an administrator of the organization to give {{username}} another role, then check again.",
    },
    unlicensed: {
      title: "Your organization needs a valid license",
      body: "You belong to {{organizations}}. Without a valid license, only the default organization is available. Ask your administrator to renew the license or to add {{username}} to the default organization.",
    },
    noPermission: {
      title: "Your account has no permissions yet",
      body: "Ask your administrator to give {{username}} a role in {{organization}}, or choose another organization.",
    },
    place: "{{name}} ({{roles}})",
    again: "Check again",
    signOut: "Sign out",
    left: "You no longer have access to {{left}}.",
    leftTo: "You no longer have access to {{left}}. You are now in {{now}}.",
  },
} as const;
