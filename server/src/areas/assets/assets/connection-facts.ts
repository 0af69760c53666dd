import { sql } from "kysely";
import type { RequestContext } from "../../../engine/access/index.ts";
import type { Json } from "../../../engine/json.ts";
import type { Row } from "../../../engine/resource/index.ts";
import type { Services } from "../../../engine/services.ts";
import type { AssetProtocol } from "../asset-protocol.ts";
import { presentPlatforms } from "../platforms/platforms.ts";
import { sealedFields } from "./category-fields.ts";
import { openCustomSecrets } from "./custom-info-field.ts";
import { presentSpecification } from "./specification.ts";

/** An asset as what connects to it needs it, without anything secret. */
export interface ConnectionFacts {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly category: string;
  readonly type: string;
  readonly org_id: string;
  readonly protocols: readonly AssetProtocol[];
  /** What was found out about it, and what people said of it where the category has no columns of its own. */
  readonly info: Json;
  readonly spec_info: Json;
}

/** The same for a component that connects, with what it proves itself to the target by. */
export interface ConnectorFacts {
  readonly asset: ConnectionFacts & { readonly secret_info: Json };
  /** Without the automation of the platform. */
  readonly platform: Json;
  readonly domain: Json;
}

interface AssetRow extends Row {
  readonly platform_id: number;
  readonly domain_id: string | null;
  readonly domain_name: string | null;
}

async function findAsset({ db }: RequestContext, assetId: string): Promise<AssetRow | null> {
  const { rows } = await sql<AssetRow>`
    select a.*, d.name as domain_name from assets a left join domains d on d.id = a.domain_id
    where a.id = ${assetId}::uuid
  `.execute(db);
  return rows[0] ?? null;
}

function factsOf(row: AssetRow, context: RequestContext): ConnectionFacts {
  const { id, name, address, category, type, org_id, protocols } = row as unknown as ConnectionFacts;
  const info = { ...(row.gathered_info as object), ...(row.custom_info as object | null) } as Json;
  const spec_info = presentSpecification(row, context);
  return { id, name, address, category, type, org_id, protocols, info, spec_info };
}

/** What a program that opens a connection for a person receives about the asset; null when there is none. */
export async function connectionFacts(
  context: RequestContext,
  assetId: string,
): Promise<ConnectionFacts | null> {
  const row = await findAsset(context, assetId);
  return row === null ? null : factsOf(row, context);
}

/** The certificates and keys of an asset in the clear. The caller is responsible for their use. */
function openSecrets({ secrets }: Pick<Services, "secrets">, row: AssetRow): Record<string, Json> {
  return Object.fromEntries(
    sealedFields.flatMap((name) => {
      const sealed = row[name];
      return typeof sealed === "string" && sealed !== ""
        ? [[name, secrets.open(sealed, `assets.${name}:${String(row.id)}`)]]
        : [];
    }),
  );
}

/**
 * What a component that connects to an asset receives about it; null when there is none. Secret: for components
 * alone. Contract: docs/contract/sessions.md, section 8, "Components".
 */
export async function connectorFacts(
  context: RequestContext,
  assetId: string,
): Promise<ConnectorFacts | null> {
  const row = await findAsset(context, assetId);
  if (row === null) return null;
  // The platform of an asset that is connected to is not a matter of what is offered to people now.
  const [platform] = await presentPlatforms(context, [row.platform_id]);
  const { automation: _automation, ...plain } = platform ?? {};
  const secret_info = {
    ...openSecrets(context.services, row),
    ...(await openCustomSecrets(context, assetId)),
  };
  return {
    asset: { ...factsOf(row, context), secret_info },
    platform: plain,
    domain: row.domain_id === null ? null : { id: row.domain_id, name: row.domain_name },
  };
}
