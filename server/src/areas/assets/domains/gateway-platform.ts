import { type RawBuilder, sql } from "kysely";

/** The built-in platform whose assets are gateways. Contract: docs/contract/assets.md, "Built-in platforms". */
export const gatewayPlatformId = 11;

/** Whether assets, aliased `alias`, are gateways. */
export const isGateway = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.platform_id`)} = ${sql.lit(gatewayPlatformId)}`;
