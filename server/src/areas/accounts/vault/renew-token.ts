import { defineJob } from "../../../engine/jobs/index.ts";
import { log } from "../../../engine/log.ts";

/** Prolongs the token once an hour, so that one with a period lasts as long as the installation runs. */
export const renewVaultToken = defineJob({
  name: "accounts.renew-vault-token",
  schedule: { cron: "23 * * * *" },
  attempts: 5,
  async run({ settings, vault }) {
    if (!(await settings.get<string>("VAULT_HCP_TOKEN"))) return;
    await (await vault.client()).renewToken();
    log.info("the vault was asked to prolong the token");
  },
});
