import type { CallerContext } from "../../../engine/access/index.ts";
import { isUuid } from "../../../engine/resource/index.ts";
import { openTemplateSecret } from "../templates.ts";
import { createOnAssets } from "./create-on-assets.ts";
import { type AccountDraft, planOnAssets } from "./plan.ts";

/** A template as far as it tells which accounts are made from it; the secret is sealed. */
export interface KnownTemplate {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly secret_type: string;
  readonly secret_sealed: string | null;
  readonly key_fingerprint: string;
  readonly privileged: boolean;
  readonly is_active: boolean;
  readonly comment: string;
}

/** The templates of these ids that the current organization has, by name. */
export async function templatesById(
  { db, organization }: CallerContext,
  ids: readonly string[],
): Promise<readonly KnownTemplate[]> {
  const wanted = [...new Set(ids.filter(isUuid))];
  if (wanted.length === 0) return [];
  return await db
    .selectFrom("account_templates")
    .select([
      "id",
      "name",
      "username",
      "secret_type",
      "secret_sealed",
      "key_fingerprint",
      "privileged",
      "is_active",
      "comment",
    ])
    .where("id", "in", wanted)
    .where("org_id", "=", organization.id)
    .orderBy("name")
    .execute();
}

/**
 * Makes the account of each template on each of the assets that takes its kind of secret and has no account of its
 * user name and kind. Contract: docs/contract/permissions.md, section 6a.
 */
export async function putTemplatesOnAssets(
  context: CallerContext,
  templates: readonly KnownTemplate[],
  assetIds: readonly string[],
): Promise<void> {
  for (const template of templates) {
    const draft = await draftOf(context, template);
    await createOnAssets(context, draft, await planOnAssets(context, draft, assetIds, "skip"));
  }
}

async function draftOf({ services }: CallerContext, template: KnownTemplate): Promise<AccountDraft> {
  const secret = await openTemplateSecret(services, template.id, template.secret_sealed);
  return {
    name: `${[...template.name].slice(0, 111).join("")}-Account template`,
    username: template.username,
    secretType: template.secret_type,
    secret: secret === null ? null : { secret, fingerprint: template.key_fingerprint },
    privileged: template.privileged,
    isActive: template.is_active,
    comment: template.comment,
    source: "template",
    sourceId: template.id,
  };
}
