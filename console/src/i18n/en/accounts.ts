/** Texts of the account pages. */
export default {
  username: "Username",
  secretType: "Kind of secret",
  password: "Password",
  sshKey: "SSH private key",
  secret: "Secret",
  privileged: "Privileged",
  activate: "Active",
  active: "Active",
  inactive: "Inactive",
  viewSecret: "View the secret",
  view: "View",
  clearSecret: "Clear the secret",
  clearSecretBody: "Sessions can no longer sign in as {{name}} until a new secret is set.",
  secretCleared: "The secret of {{name}} was cleared",
  group: {
    asset: "Asset",
    basic: "Basics",
    secret: "Secret",
    other: "Other",
  },
} as const;
