import { sql } from "kysely";
import { expect, vi } from "vitest";
import type { TestProduct } from "../../../../testing/product.ts";
import type { TestVault } from "../../../../testing/vault-server.ts";
import { openAccountSecret, openFormerSecret, type SealedVersion } from "../../secrets.ts";
import { openTemplateSecret } from "../../templates.ts";

/** Enters a vault in the settings of a product. */
export async function setUpVault(product: TestProduct, { origin, token }: TestVault): Promise<void> {
  const { status, text } = await product.administrator.call("PATCH", "settings/setting/?category=vault", {
    VAULT_HCP_HOST: origin,
    VAULT_HCP_TOKEN: token,
  });
  expect(status, text).toBe(200);
  await vi.waitFor(async () => expect(await product.services.settings.get("VAULT_HCP_TOKEN")).toBe(token));
}

/** Makes accounts with secrets, one of which has had three, and a template. */
export async function makeSecrets(
  { administrator }: TestProduct,
  count: number,
): Promise<{ readonly asset: string; readonly account: string }> {
  const create = async (path: string, body: unknown) => {
    const made = await administrator.call("POST", path, body);
    expect(made.status, made.text).toBe(201);
    return made.body;
  };
  const { id: asset } = await create("assets/hosts/", {
    name: "moved",
    address: "10.2.2.2",
    platform: 1,
    accounts: Array.from({ length: count }, (_, index) => ({
      name: `moved-${index}`,
      username: `moved-${index}`,
      secret: `Moved-${index}`,
    })),
  });
  const { id: account } = await create("accounts/accounts/", {
    asset,
    name: "often",
    username: "often",
    secret: "Often-1",
  });
  for (const secret of ["Often-2", "Often-3"]) {
    expect((await administrator.call("PATCH", `accounts/accounts/${account}/`, { secret })).status).toBe(200);
  }
  await create("accounts/account-templates/", { name: "moved", username: "moved", secret: "Moved-template" });
  return { asset, account };
}

/** Every secret that is or was, in the clear, by where it stands. */
export async function allSecrets({ database, services }: TestProduct): Promise<ReadonlyMap<string, string>> {
  const { rows: accounts } = await sql<{ id: string; secret_sealed: string | null }>`
    select id, secret_sealed from accounts where secret_sealed is not null order by id
  `.execute(database.db);
  const { rows: versions } = await sql<SealedVersion>`
    select account_id, version, secret_sealed from account_histories
    where secret_sealed is not null order by account_id, version
  `.execute(database.db);
  const { rows: templates } = await sql<{ id: string; secret_sealed: string | null }>`
    select id, secret_sealed from account_templates where secret_sealed is not null order by id
  `.execute(database.db);
  const secrets = new Map<string, string>();
  for (const row of accounts) {
    secrets.set(`account ${row.id}`, (await openAccountSecret(services, row)) ?? "");
  }
  for (const row of versions) {
    secrets.set(`former ${row.account_id} ${row.version}`, (await openFormerSecret(services, row)) ?? "");
  }
  for (const { id, secret_sealed: kept } of templates) {
    secrets.set(`template ${id}`, (await openTemplateSecret(services, id, kept)) ?? "");
  }
  return secrets;
}
