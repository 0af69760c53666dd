/** The task that carries out a plan, as the contract names it. */
export const executeTaskName = "accounts.tasks.automation.execute_account_automation_task";

/** The task that pushes accounts as they are kept. */
export const pushTaskName = "accounts.tasks.push_account.push_accounts_to_assets_task";

/** The task that sets accounts up for certificates, an addition. */
export const setUpCertificateTaskName = "sallyport.accounts.set_up_certificates";

/** The task that moves accounts to another key of the SSH authority, an addition. */
export const moveAccountsTaskName = "sallyport.accounts.move_to_authority_key";

/** The task that finds out which secret of an open change works, an addition. */
export const checkChangeTaskName = "sallyport.accounts.check_secret_change";

/** The task that backs accounts up. */
export const backupTaskName = "accounts.tasks.backup_account.execute_account_backup_task";
