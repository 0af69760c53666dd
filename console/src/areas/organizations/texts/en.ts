/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  organizationCreate: "Create organization",
  organizationUpdate: "Edit organization",
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
      domains: "Domains",
    },
    globalName: "Global organization",
    holds: "Contains",
    work: "Switch to this organization",
    deleteTitle: "Delete the organization {{name}}?",
    deleteEmpty: "The organization is empty. This cannot be undone.",
    deleteHolds: "Only an empty organization can be deleted. Move or delete what it contains first:",
    deleteAlso: "Delete its labels, and all nodes except the root node, too.",
    emptyHint: "Organizations separate users, assets and permissions from each other.",
    membersEmpty: "No users have a role here yet. Invite users to get started.",
  },
} as const;
