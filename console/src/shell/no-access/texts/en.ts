export default {
  /** Texts for somebody who can use no screen, or not the one they were on any more. */
  access: {
    noOrganization: {
      title: "You are in no organization yet",
      body: "Everything here belongs to an organization. Ask your administrator to add {{username}} to one, then check again.",
    },
    noRights: {
      title: "Your roles allow nothing yet",
      body: "You belong to {{organizations}}, but no role of yours opens a screen there. Ask an administrator of the organization to give {{username}} another role, then check again.",
    },
    unlicensed: {
      title: "Your organization needs a valid license",
      body: "You belong to {{organizations}}. Without a valid license only the default organization can be used. Ask the administrator who looks after the license, or to add {{username}} to the default organization.",
    },
    noPermission: {
      title: "Your account has no permissions yet",
      body: "Ask your administrator to give {{username}} a role in {{organization}}, or choose another organization.",
    },
    place: "{{name}} ({{roles}})",
    again: "Check again",
    signOut: "Sign out",
    left: "You have no access to {{left}} any more.",
    leftTo: "You have no access to {{left}} any more. You are in {{now}} now.",
  },
} as const;
