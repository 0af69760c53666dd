/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  roleCreate: "Create role",
  roleUpdate: "Edit role",
  roleDetail: "Role",
  roles: "Roles",
} as const;

export default {
  /** Texts of roles and permission trees. */
  roles: {
    scope: {
      system: "System roles",
      org: "Organization roles",
      short: { system: "system", org: "organization" },
    },
    title: { system: "System role", org: "Organization role" },
    builtin: "Built in",
    permissions: "Permissions",
    update: "Review and save",
    saved: "The permissions were saved and take effect with the next action.",
    changes_one: "{{count}} change",
    changes_other: "{{count}} changes",
    changedMeanwhile:
      "Someone else changed this role in the meantime. Their changes were loaded and yours are kept on top. Review them, then save again.",
    form: {
      basic: "Basics",
      permissionsElsewhere:
        "You can edit permissions on the role's details page, with a preview of the affected users.",
    },
    tree: {
      search: "Search permissions",
      onlyChecked: "Only selected",
      expand: "Expand all",
      collapse: "Collapse all",
      fold: "Collapse {{name}}",
      unfold: "Expand {{name}}",
      nothing: "No permission with this name or code.",
      followed_one: "Also selected because it is required: {{names}}",
      followed_other: "Also selected because they are required ({{count}}): {{names}}",
    },
    preview: {
      title: "Effects of this change",
      save: "Save",
      added_one: "The role gains {{count}} permission",
      added_other: "The role gains {{count}} permissions",
      removed_one: "The role loses {{count}} permission",
      removed_other: "The role loses {{count}} permissions",
      people: "Affected users",
      nobody: "No user is affected: no one has this role, or their other roles grant the same permissions.",
      counts_one: "{{count}} user is affected: {{gaining}} gain permissions, {{losing}} lose permissions.",
      counts_other:
        "{{count}} users are affected: {{gaining}} gain permissions, {{losing}} lose permissions.",
      all: "all of the above",
      everywhere: "All organizations",
      gains: "gains {{names}}",
      loses: "loses {{names}}",
      more: "{{names}} and {{count}} more",
      unchanged: "no change here, because other roles grant the same permissions",
    },
    members: {
      title: "Users with this role",
      empty: "No users have this role yet.",
      add: "Assign role to users",
      addButton: "Assign",
      users: "Users",
      organization: "In organization",
      added_one: "The role was assigned to {{count}} user",
      added_other: "The role was assigned to {{count}} users",
    },
    effective: {
      title_one: "{{count}} permission",
      title_other: "{{count}} permissions",
      organization: "Organization",
      roles: "Granted by",
      everything: "This user is a system administrator and has every permission.",
      nothing: "This user has no permissions here.",
    },
    emptyHint: "A role defines what its users can see and do.",
  },
} as const;
