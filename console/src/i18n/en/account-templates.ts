/** Texts of the pages of account templates. */
export default {
  help: "What accounts have in common that are made from a template. Choose templates when an asset is created, or among the accounts of one.",
  emptyHint: "A template saves entering the same account for every asset.",
  accounts: "Accounts made from it",
  noAccounts: "No account was made from this template yet.",
  updateSecret: "Update the secret",
  change: "Update",
  syncHint:
    "Accounts made from this template get the new secret too, unless their username, kind of secret or secret was changed since.",
  secretUpdated: "The secret was updated",
} as const;
