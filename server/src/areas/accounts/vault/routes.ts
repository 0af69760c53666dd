import { permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { BadRequest, ValidationError } from "../../../engine/errors.ts";
import { caller, type RouteContext, type RouteDeclaration } from "../../../engine/http/index.ts";
import { type Message, translate } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import { boolean, integer, parseBody } from "../../../engine/resource/index.ts";
import {
  createVaultClient,
  readVaultSettings,
  VaultError,
  type VaultSettings,
  text as vaultText,
} from "../../../engine/secrets/index.ts";
import { publishFor } from "../../../engine/tasks/index.ts";
import { settingFields } from "../../settings/index.ts";
import { countSecrets } from "./movable.ts";
import { syncTask } from "./sync-task.ts";
import { text } from "./texts.ts";

const access = permission("settings.change_vault");

/** The settings of the vault as they were sent; what is empty or left out is as it is saved. */
async function settingsToTest(context: RouteContext, body: unknown): Promise<VaultSettings> {
  const sent = isObject(body)
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== "" && value !== null))
    : body;
  const fields = Object.entries(settingFields("vault")).filter(
    ([key]) => isObject(sent) && Object.hasOwn(sent, key),
  );
  const given = await parseBody(caller(context), Object.fromEntries(fields), sent);
  const { settings } = context.services;
  const [address, token] = await Promise.all([
    settings.get<string>("VAULT_HCP_HOST"),
    settings.get<string>("VAULT_HCP_TOKEN"),
  ]);
  const isElsewhere = (given.VAULT_HCP_HOST ?? address) !== address;
  if (isElsewhere && given.VAULT_HCP_TOKEN === undefined && token !== "") {
    throw new ValidationError({ VAULT_HCP_TOKEN: [vaultText.tokenAgain] });
  }
  const found = await readVaultSettings({
    get: async <T>(key: string) => (given[key] ?? (await settings.get<T>(key))) as T,
  });
  if (found === null) throw new VaultError("vault_not_set_up");
  return found;
}

const refusal = (context: RouteContext, code: string, message: Message): BadRequest =>
  new BadRequest(code, message, { msg: translate(message, context.language) });

/**
 * Goes through everything a secret needs of the vault, with the settings as they are in the form, and answers what
 * came of it. Contract: docs/contract/accounts.md, "The vault".
 */
const testRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/settings/vault/testing/",
  access,
  title: "Vault Testing Api",
  // It waits for somebody else's server.
  transaction: false,
  fields: { POST: settingFields("vault") },
  handle: async (context, { body }) => {
    try {
      const client = createVaultClient(await settingsToTest(context, body));
      try {
        await client.check();
      } finally {
        client.close();
      }
    } catch (error) {
      if (error instanceof VaultError) throw refusal(context, error.code, error.detail);
      throw error;
    }
    return { body: { msg: translate(text.reached, context.language) } };
  },
};

/** Has every secret moved to where it belongs. Contract: docs/contract/accounts.md, "The vault". */
const syncRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/settings/vault/sync/",
  access,
  title: "Vault Sync Data Api",
  handle: async (context) => {
    const known = caller(context);
    const { in_vault: inVault } = await countSecrets(context.db);
    if (inVault === 0 && !(await context.services.vault.isOn())) {
      throw refusal(context, "vault_not_enabled", text.nothingToMove);
    }
    const task = await publishFor(known, syncTask, {}, null);
    await recordOperation(known, {
      action: "update",
      type: text.vault,
      id: task,
      name: translate(text.syncTask, "en"),
    });
    return { status: 201, body: { task } };
  },
};

/** How many secrets lie where. An addition to the contract. */
const stateRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/sallyport/vault/",
  access,
  title: "Vault State",
  fields: {
    GET: {
      enabled: boolean({ label: text.enabled, readOnly: true }),
      in_vault: integer({ label: text.inVault, readOnly: true }),
      in_database: integer({ label: text.inDatabase, readOnly: true }),
    },
  },
  handle: async ({ db, services }) => ({
    body: { enabled: await services.vault.isOn(), ...(await countSecrets(db)) },
  }),
};

/** What administrators do with the vault. */
export const vaultRoutes: readonly RouteDeclaration[] = [testRoute, syncRoute, stateRoute];
