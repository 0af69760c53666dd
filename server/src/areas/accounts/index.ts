import type { Area } from "../../engine/area.ts";
import { accountsResource } from "./account-resource.ts";
import { accountSecretsResource, secretHistoriesRoute } from "./account-secrets.ts";
import { accountsOfAssets } from "./deletion-effects.ts";
import { accountSecretColumns } from "./secrets.ts";
import { templateSecretColumn } from "./templates.ts";
import "./tables.ts";
import { gatheredAccountsResource } from "./gathered/gathered-accounts.ts";
import { accountTemplatesResource, templateSecretsResource } from "./template-resource.ts";
import { removeDeletedSecretsJob } from "./vault/remove-deleted-secrets.ts";
import { renewVaultToken } from "./vault/renew-token.ts";
import { vaultRoutes } from "./vault/routes.ts";
import { syncTask } from "./vault/sync-task.ts";
import { addToNewOrganization, virtualAccountsResource } from "./virtual/virtual-accounts.ts";

export { secretTypeChoices } from "./account-fields.ts";
export { accountsResource } from "./account-resource.ts";
export { type AccountRow, activeAccountsOf, findAccount } from "./active-accounts.ts";
export { type KnownTemplate, putTemplatesOnAssets, templatesById } from "./bulk/templates-on-assets.ts";
export { signInByCertificate, signInBySecret } from "./certificate-sign-in.ts";
export { saveAccountConnectivity } from "./connectivity.ts";
export { activeGateway, gatewaysOfAsset } from "./domain-gateways.ts";
export { keepGatheredOn } from "./gathered/keep-gathered.ts";
export { type FoundAccount, saveGatheredAccounts } from "./gathered/save-gathered.ts";
export { createInlineAccounts } from "./inline-accounts.ts";
export { createMissingAccounts } from "./missing-accounts.ts";
export { readPrivateKey } from "./private-key.ts";
export { type PushRequest, readPushParameters } from "./push/push-now.ts";
export { accountHistoriesTable, accountsTable, gatheredAccountsTable } from "./readable-tables.ts";
export {
  dropPendingSecret,
  keepPendingSecret,
  makeSecretCurrent,
  openPendingSecret,
  pendingSecretContext,
} from "./rotated-secrets.ts";
export { type CheckedSecret, checkSecret, openAccountSecret } from "./secrets.ts";
export { countSecrets } from "./vault/movable.ts";
export { loginSecretOf, moveLoginSecret, saveLoginSecret } from "./virtual/login-secret.ts";

/** Accounts: who one is on an asset, and the secret that proves it. Contract: docs/contract/accounts.md. */
export const accountsArea: Area = {
  name: "accounts",
  resources: [
    accountsResource(),
    accountSecretsResource(),
    accountTemplatesResource,
    templateSecretsResource,
    virtualAccountsResource,
    gatheredAccountsResource(),
  ],
  routes: [secretHistoriesRoute, ...vaultRoutes],
  jobs: [renewVaultToken, removeDeletedSecretsJob],
  tasks: [syncTask],
  afterOrganizationWrite: [addToNewOrganization],
  deletionEffects: [accountsOfAssets],
  sealed: [...accountSecretColumns, templateSecretColumn],
};
