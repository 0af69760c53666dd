import { type AddressProblem, addressProblem } from "@sallyport/contract/asset-rules";
import { sql } from "kysely";
import type { CallerContext } from "../../../engine/access/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { text as engineText, type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { recalled, type Values, type WriteEvent } from "../../../engine/resource/index.ts";
import type { AssetProtocol } from "../asset-protocol.ts";
import { findProtocol } from "../catalogue/protocols.ts";
import { kindText } from "../catalogue/texts.ts";
import type { Category } from "../catalogue/types.ts";
import { findNodeInScope, organizationRootNode } from "../nodes/scope.ts";
import { loadPlatformProtocols, type PlatformProtocol } from "../platforms/protocol-fields.ts";
import { text } from "../texts.ts";
import type { AssetFields, ProtocolGiven } from "./asset-fields.ts";

interface PlatformOfAsset {
  readonly id: number;
  readonly category: Category;
  readonly domain_enabled: boolean;
  readonly protocols: readonly PlatformProtocol[];
}

async function loadPlatform(context: CallerContext, id: number): Promise<PlatformOfAsset> {
  const [row, protocols] = await Promise.all([
    context.db
      .selectFrom("platforms")
      .select(["id", "category", "domain_enabled"])
      .where("id", "=", id)
      .executeTakeFirst(),
    loadPlatformProtocols(context, [id]),
  ]);
  if (row === undefined) {
    throw new ValidationError({ platform: [withParameters(engineText.objectMissing, { pk: id })] });
  }
  return { ...row, category: row.category as Category, protocols: protocols.get(id) ?? [] };
}

/**
 * Rules across the fields of an asset, for every category. Contract: docs/contract/assets.md, "Writing assets".
 * `category` is the one of the path, null on the path of all assets.
 */
export async function settleAsset(event: WriteEvent<AssetFields>, category: Category | null): Promise<void> {
  const { context, before, values } = event;
  const platformId = Number(values.platform ?? before?.platform_id);
  const platform = await recalled(context, `platform of an asset: ${platformId}`, () =>
    loadPlatform(context, platformId),
  );
  const own = before === null ? category : (before.category as Category);
  if (own !== null && platform.category !== own) {
    const name = translate(kindText[own], context.language);
    throw new ValidationError({ platform: [withParameters(text.platformCategory, { category: name })] });
  }
  checkAddress(event, platform.category);
  if (!platform.domain_enabled && (values.domain !== undefined || values.platform !== undefined))
    values.domain = null;
  settleProtocols(event, platform);
  await settleNodes(event);
  if (context.organization.isRoot && before !== null)
    await refuseForeign(context, String(before.org_id), values);
}

const addressTexts: Readonly<Record<AddressProblem, Message>> = {
  emoji: text.addressEmoji,
  spaces: text.addressSpaces,
  host: text.addressNoHost,
  page: text.addressNoPage,
};

/** An address that was taken before the rules were stays until somebody changes it. */
function checkAddress({ before, values }: WriteEvent<AssetFields>, category: Category): void {
  const { address } = values;
  if (address === undefined || address === before?.address) return;
  const problem = addressProblem(address, category);
  if (problem !== undefined) throw new ValidationError({ address: [addressTexts[problem]] });
}

function settleProtocols({ before, values }: WriteEvent<AssetFields>, platform: PlatformOfAsset): void {
  const given = values.protocols as readonly ProtocolGiven[] | null | undefined;
  const mandatory = platform.protocols.filter((protocol) => protocol.is_primary || protocol.is_required);
  if (given === null || given === undefined) {
    delete values.protocols;
    if (before !== null && values.platform === undefined) return;
    const kept = before === null ? [] : ((before.protocols ?? []) as readonly AssetProtocol[]);
    const initial =
      before === null ? [...mandatory, ...platform.protocols.filter((one) => one.is_default)] : mandatory;
    const names = new Set(kept.map(({ name }) => name));
    const added = new Map(
      initial.filter(({ name }) => !names.has(name)).map(({ name, port }) => [name, { name, port }]),
    );
    values.protocols = [...kept, ...added.values()];
    return;
  }
  const byName = new Map(given.map((protocol) => [protocol.name, protocol]));
  const missing = mandatory.filter(({ name }) => !byName.has(name)).map(({ name }) => name);
  if (missing.length > 0) {
    throw new ValidationError({
      protocols: { protocols: withParameters(text.protocolsMissing, { names: missing.join(", ") }) },
    });
  }
  const kept = new Set(((before?.protocols ?? []) as readonly AssetProtocol[]).map(({ name }) => name));
  const isKnown = (name: string): boolean =>
    kept.has(name) || findProtocol(name) !== undefined || platform.protocols.some((one) => one.name === name);
  if (given.some(({ name }) => !isKnown(name))) {
    throw new ValidationError({
      protocols: given.map(({ name }) => (isKnown(name) ? {} : { name: [text.unknownProtocol] })),
    });
  }
  values.protocols = [...byName.values()].map(({ name, port }) => ({
    name,
    port: port ?? usualPort(name, platform),
  }));
}

/** The port of a protocol that was named without one: the platform's, or the protocol's own. */
function usualPort(name: string, platform: PlatformOfAsset): number {
  const port = platform.protocols.find((one) => one.name === name)?.port ?? findProtocol(name)?.port;
  if (port === undefined) {
    throw new ValidationError({ protocols: { protocols: withParameters(text.portMissing, { name }) } });
  }
  return port;
}

/** An asset always sits in some node: given ones, those of `nodes_display`, the query's, or the root. */
async function settleNodes({ context, mode, before, values }: WriteEvent<AssetFields>): Promise<void> {
  const { nodes } = values;
  if (nodes === undefined && mode === "partial") return;
  if (nodes !== undefined && nodes.length > 0) return;
  delete values.nodes;
  const { nodes_display: paths } = values;
  if (paths !== undefined && paths.length > 0) return;
  const organizationId = String(before?.org_id ?? context.organization.id);
  const asked = context.query.get("node_id");
  const node =
    asked === undefined
      ? null
      : await recalled(context, `node of an asset: ${asked}`, () => findNodeInScope(context, asked));
  const chosen =
    node?.org_id === organizationId
      ? node
      : await recalled(context, `root of an asset: ${organizationId}`, () =>
          organizationRootNode(context, organizationId),
        );
  values.nodes = [chosen.id];
}

/** In the global view relations could point into another organization; they must not. */
async function refuseForeign(
  context: CallerContext,
  organizationId: string,
  values: Values<AssetFields>,
): Promise<void> {
  const nodes = values.nodes ?? [];
  const { rows } = await sql<{ kind: string }>`
    select 'nodes' as kind from nodes where id = any(${[...nodes]}::uuid[]) and org_id <> ${organizationId}
    union all
    select 'domain' from domains where id = ${values.domain ?? null}::uuid and org_id <> ${organizationId}
  `.execute(context.db);
  const [first] = rows;
  if (first !== undefined) throw new ValidationError({ [first.kind]: [text.otherOrganization] });
}
