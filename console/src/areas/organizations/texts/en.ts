/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  organizationCreate: "Create organization",
  organizationUpdate: "Update organization",
  organizationDetail: "Organization",
  organizations: "Organizations",
} as const;

export default {
  /** Texts of the organization pages. */
  organizations: {
    basic: "Basic information",
    members: "Members",
    amount: {
      users: "Users",
      groups: "User groups",
      assets: "Assets",
      permissions: "Asset permissions",
      domains: "Zones",
    },
    globalName: "Global organization",
    holds: "Holds",
    work: "Work in it",
    deleteTitle: "Delete the organization {{name}}?",
    deleteEmpty: "It is empty. This cannot be undone.",
    deleteHolds: "It has to be empty first. Move or delete what it still holds:",
    deleteAlso: "Labels, and nodes beside the first one, have to be gone too.",
    emptyHint: "An organization keeps people, assets and permissions apart from those of others.",
    membersEmpty: "Nobody has a role here yet. Invite somebody.",
  },
} as const;
