/** Texts of the user and user group pages. */
export default {
  activate: "Active",
  deactivate: "Deactivate",
  activated_one: "{{count}} user was activated",
  activated_other: "{{count}} users were activated",
  deactivated_one: "{{count}} user was deactivated",
  deactivated_other: "{{count}} users were deactivated",
  valid: "Can sign in",
  invalid: "Cannot sign in",
  changePassword: "Change the password",
  effectivePermissions: "Effective permissions",
  unblock: "Unblock sign-in",
  unblockButton: "Unblock",
  unblockBody: "{{name}} will be able to sign in again at once.",
  requestSent: "Done",
  group: {
    account: "Account",
    authentication: "Sign-in",
    security: "Roles and validity",
    other: "Other",
  },
} as const;
