/** Titles of the screens, in the menu, the page head and the browser's tab. */
export const titles = {
  roleCreate: "Create role",
  roleUpdate: "Update role",
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
    saved: "The permissions were saved. They count from the next click on.",
    changes_one: "{{count}} change",
    changes_other: "{{count}} changes",
    changedMeanwhile:
      "Somebody else changed this role meanwhile. Their change is loaded, yours is kept on top of it: look again, then save.",
    form: {
      basic: "Basic",
      permissionsElsewhere:
        "Permissions are changed on the role's own page, with a preview of whom it concerns.",
    },
    tree: {
      search: "Search permissions",
      onlyChecked: "Only checked ones",
      expand: "Expand all",
      collapse: "Collapse",
      fold: "Fold {{name}}",
      unfold: "Unfold {{name}}",
      nothing: "No permission has this in its name or code.",
      followed_one: "Also needed and checked: {{names}}",
      followed_other: "Also needed and checked ({{count}}): {{names}}",
    },
    preview: {
      title: "What this change means",
      save: "Save",
      added_one: "The role gains {{count}} permission",
      added_other: "The role gains {{count}} permissions",
      removed_one: "The role loses {{count}} permission",
      removed_other: "The role loses {{count}} permissions",
      people: "People",
      nobody: "Nothing changes for anybody: nobody holds the role, or other roles give the same.",
      counts_one: "{{count}} user is concerned: {{gaining}} gain something, {{losing}} lose something.",
      counts_other: "{{count}} users are concerned: {{gaining}} gain something, {{losing}} lose something.",
      all: "all of the above",
      everywhere: "Everywhere",
      gains: "gains {{names}}",
      loses: "loses {{names}}",
      more: "{{names}} and {{count}} more",
      unchanged: "nothing changes here, other roles give the same",
    },
    members: {
      title: "Users with this role",
      empty: "Nobody holds this role yet.",
      add: "Give the role to users",
      addButton: "Give",
      users: "Users",
      organization: "In the organization",
      added_one: "{{count}} user has the role now",
      added_other: "{{count}} users have the role now",
    },
    effective: {
      title_one: "{{count}} permission",
      title_other: "{{count}} permissions",
      organization: "Organization",
      roles: "Given by",
      everything: "As a system administrator this user passes every check.",
      nothing: "This user may do nothing here.",
    },
  },
} as const;
