/** Texts of the page that says where the secrets of accounts are kept. */
export default {
  off: "Secrets are kept in the database. To keep them in the vault: enter and test it here, then set SALLYPORT_VAULT_ENABLED=true in the configuration, restart, and sync.",
  state: "Where secrets lie",
  inVault: "In the vault",
  inDatabase: "In the database",
  toMove_one: "{{count}} secret still lies in the database. Sync moves it into the vault.",
  toMove_other: "{{count}} secrets still lie in the database. Sync moves them into the vault.",
  toBringBack_one:
    "{{count}} secret still lies in the vault and is read from there. Keep the address and the token until it is brought back.",
  toBringBack_other:
    "{{count}} secrets still lie in the vault and are read from there. Keep the address and the token until they are brought back.",
  test: "Test",
  sync: "Sync",
  bringBack: "Bring back to the database",
};
