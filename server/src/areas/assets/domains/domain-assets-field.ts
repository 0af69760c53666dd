import { sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { type Field, inOrganization, relations, type WriteEvent } from "../../../engine/resource/index.ts";
import { text as assetText } from "../texts.ts";
import { withGateways } from "./domain-gateways-field.ts";
import { isGateway } from "./gateway-platform.ts";
import { text } from "./texts.ts";

/** Asset names listed that are refused. */
const namesShown = 5;

/** Moves assets into domains. An asset that several of them name ends up in the last. */
async function moveInto(
  { db }: CallerContext,
  domains: readonly { readonly id: string | number; readonly assets: readonly string[] }[],
): Promise<void> {
  const domainOf = new Map(domains.flatMap(({ id, assets }) => assets.map((asset) => [asset, id] as const)));
  if (domainOf.size === 0) return;
  const assets = [...domainOf.keys()].sort();
  const targets = assets.map((asset) => domainOf.get(asset));
  // In one order for everybody, so that two who move the same assets wait for each other.
  await sql`select id from assets where id = any(${assets}::uuid[]) order by id for update`.execute(db);
  await sql`
    update assets a set domain_id = moved.domain, date_updated = now()
    from unnest(${assets}::uuid[], ${targets}::uuid[]) as moved (asset, domain)
    where a.id = moved.asset and a.domain_id is distinct from moved.domain
  `.execute(db);
}

/** The `assets` of a domain: those that are in it, without its gateways, which a write leaves where they are. */
export const domainAssetsField: Field<readonly string[], never> = {
  ...relations({
    label: assetText.assets,
    // A component learns of gateways, not of what lies behind them.
    when: (context) => !withGateways.isSet(context),
    target: { table: "assets", key: "uuid", where: inOrganization },
    link: { table: "assets", own: "domain_id", other: "id" },
  }),
  link: async (context, id, value) => {
    const assets = value as readonly string[];
    await sql`
      update assets a set domain_id = null, date_updated = now()
      where a.domain_id = ${id} and not ${isGateway("a")} and not (a.id = any(${[...assets]}::uuid[]))
    `.execute(context.db);
    await moveInto(context, [{ id, assets }]);
  },
  linkNew: (context, items) =>
    moveInto(
      context,
      items.map(({ id, value }) => ({ id, assets: value as readonly string[] })),
    ),
  load: async (context, rows) => {
    const { rows: assets } = await sql<{ domain_id: string; id: string; name: string }>`
      select a.domain_id, a.id, a.name from assets a
      where a.domain_id = any(${rows.map(({ id }) => id)}::uuid[]) and not ${isGateway("a")}
      order by a.name, a.id
    `.execute(context.db);
    const byDomain = new Map<unknown, Json[]>();
    for (const { domain_id, ...asset } of assets) {
      const list = byDomain.get(domain_id);
      if (list === undefined) byDomain.set(domain_id, [asset]);
      else list.push(asset);
    }
    return byDomain;
  },
};

/**
 * Refuses assets that cannot come into the domain: gateways, which come by their own form, those of platforms without
 * domains, and, in the global view, those of another organization.
 */
export async function refuseUnfitAssets({
  context,
  before,
  values,
}: WriteEvent<{
  readonly assets: typeof domainAssetsField;
  readonly id: Field<string, string, never>;
}>): Promise<void> {
  const { assets } = values;
  if (assets === undefined || assets.length === 0) return;
  const organizationId = String(before?.org_id ?? context.organization.id);
  const domain = before?.id ?? null;
  const { rows } = await sql<{ name: string; reason: "gateway" | "platform" | "organization" }>`
    select a.name, case when a.org_id <> ${organizationId}::uuid then 'organization'
      when ${isGateway("a")} then 'gateway' else 'platform' end as reason
    from assets a join platforms p on p.id = a.platform_id
    where a.id = any(${[...assets]}::uuid[]) and (${domain}::uuid is null or a.domain_id is distinct from ${domain}::uuid)
      and (a.org_id <> ${organizationId}::uuid or ${isGateway("a")} or not p.domain_enabled)
    order by a.name limit 100
  `.execute(context.db);
  const [first] = rows;
  if (first === undefined) return;
  const refused = rows.filter(({ reason }) => reason === first.reason).map(({ name }) => name);
  const names = `${refused.slice(0, namesShown).join(", ")}${refused.length > namesShown ? " …" : ""}`;
  const reasons: Record<typeof first.reason, Message> = {
    organization: assetText.otherOrganization,
    gateway: withParameters(text.gatewayAsAsset, { names }),
    platform: withParameters(text.withoutDomains, { names }),
  };
  throw new ValidationError({ assets: [reasons[first.reason]] });
}
