import { sql } from "kysely";
import { authorOf, type CallerContext } from "../../engine/access/index.ts";
import { recordOperations } from "../../engine/audit/index.ts";
import { accountSecretContext, type CheckedSecret, rememberSecrets } from "./secrets.ts";
import { text } from "./texts.ts";

/** A template as it is now, as far as accounts made from it go. */
interface ChangedTemplate {
  readonly id: string;
  readonly username: string;
  readonly secretType: string;
}

/** Accounts lose their template when it is for another user or another kind of secret now. */
export async function partFromTemplate({ db }: CallerContext, templateId: string): Promise<void> {
  await sql`update accounts set source_id = null where source = 'template' and source_id = ${templateId}`.execute(
    db,
  );
}

/**
 * Gives the new secret of a template to the accounts that were made from it and still are for its user and kind of
 * secret, all at once; each counts a version and remembers it. Contract: docs/contract/accounts.md, "Templates".
 */
export async function passOnTemplate(
  context: CallerContext,
  { id: templateId, username, secretType }: ChangedTemplate,
  { secret, fingerprint }: CheckedSecret,
): Promise<void> {
  const { db, services } = context;
  const { rows: accounts } = await sql<{ id: string; name: string; org_id: string; version: number }>`
    select id, name, org_id, version from accounts
    where source = 'template' and source_id = ${templateId} and username = ${username} and secret_type = ${secretType}
    order by id for update
  `.execute(db);
  if (accounts.length === 0) return;
  const ids = accounts.map(({ id }) => id);
  const sealed = ids.map((id) => services.secrets.seal(secret, accountSecretContext(id)));
  await sql`
    update accounts a set secret_sealed = v.sealed, key_fingerprint = ${fingerprint}, version = a.version + 1,
      connectivity = '-', date_verified = null, updated_by = ${authorOf(context)}, date_updated = now()
    from unnest(${ids}::uuid[], ${sealed}::text[]) as v(id, sealed) where a.id = v.id
  `.execute(db);
  await rememberSecrets(
    context,
    accounts.map(({ id, version }) => ({ accountId: id, secretType, secret, version: version + 1 })),
  );
  await recordOperations(
    context,
    accounts.map(({ id, name, org_id }) => ({
      action: "update",
      type: text.account,
      name,
      id,
      organizationId: org_id,
    })),
  );
}
