import { type Kysely, sql } from "kysely";
import {
  addressAttribute,
  booleanAttribute,
  choiceAttribute,
  type FilterScope,
  type FilterSubject,
  readUuid,
  relatedAttribute,
  textAttribute,
} from "../../../engine/attribute-filter/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import type { Condition } from "../../../engine/resource/index.ts";
import { assetsUnderNodes } from "../nodes/closure.ts";

/** What a filter of assets looks at. */
export interface AssetFacts {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly address: string;
  readonly comment: string;
  readonly category: string;
  readonly type: string;
  readonly isActive: boolean;
  /** Key of the platform, as text. */
  readonly platform: string;
  /** Key of the domain; none or one. */
  readonly domain: readonly string[];
  readonly protocols: readonly string[];
  readonly labels: readonly string[];
  /** The nodes the asset is in, and all above them. */
  readonly nodes: readonly string[];
}

const visible = ({ organization }: FilterScope): Condition =>
  organization.isRoot ? sql<boolean>`true` : sql<boolean>`t.org_id = ${organization.id}`;

const column = (name: "name" | "address" | "comment") => ({
  table: "assets",
  name,
  isSearched: true,
  visible,
});

const readNumber = (word: string): string | null => (/^\d{1,9}$/.test(word) ? String(Number(word)) : null);

/** The attributes assets are selected by. Contract: docs/contract/assets.md, "Attribute rules". */
export const assetFilterSubject: FilterSubject<AssetFacts> = {
  table: "assets",
  visible,
  idOf: ({ id }) => id,
  attributes: {
    name: textAttribute(column("name"), ({ name }) => name),
    address: addressAttribute({ ...column("address"), inet: "address_inet" }, ({ address }) => address),
    comment: textAttribute(column("comment"), ({ comment }) => comment),
    nodes: relatedAttribute(
      (ids) => sql<boolean>`t.id in ${assetsUnderNodes(sql`${[...ids]}::uuid[]`)}`,
      ({ nodes }) => nodes,
      readUuid,
    ),
    platform: relatedAttribute(
      (ids) => sql<boolean>`t.platform_id = any(${ids.map(Number)}::integer[])`,
      ({ platform }) => [platform],
      readNumber,
    ),
    category: choiceAttribute(
      (wanted) => sql<boolean>`t.category = any(${[...wanted]}::text[])`,
      ({ category }) => [category],
    ),
    type: choiceAttribute(
      (wanted) => sql<boolean>`t.type = any(${[...wanted]}::text[])`,
      ({ type }) => [type],
    ),
    protocols: choiceAttribute(
      (wanted) =>
        sql<boolean>`(${sql.join(
          wanted.map((name) => sql`t.protocols @> ${JSON.stringify([{ name }])}::jsonb`),
          sql` or `,
        )})`,
      ({ protocols }) => protocols,
    ),
    labels: relatedAttribute(
      (ids) =>
        sql<boolean>`t.id in (select asset_id from asset_labels where label_id = any(${[...ids]}::uuid[]))`,
      ({ labels }) => labels,
      readUuid,
    ),
    domain: relatedAttribute(
      (ids) => sql<boolean>`t.domain_id = any(${[...ids]}::uuid[])`,
      ({ domain }) => domain,
      readUuid,
    ),
    is_active: booleanAttribute("is_active", ({ isActive }) => isActive),
  },
};

/** What filters look at of one asset: by a statement of its own, whose plan connections keep. */
export const loadAssetFacts = async (db: Kysely<Database>, assetId: string): Promise<AssetFacts | null> =>
  (await factsOf(db, sql<boolean>`t.id = ${assetId}::uuid`))[0] ?? null;

/** The same of several assets; those there are not are left out. */
export const loadManyAssetFacts = (
  db: Kysely<Database>,
  assetIds: readonly string[],
): Promise<readonly AssetFacts[]> => factsOf(db, sql<boolean>`t.id = any(${[...assetIds]}::uuid[])`);

async function factsOf(db: Kysely<Database>, which: Condition): Promise<readonly AssetFacts[]> {
  const { rows } = await sql<AssetFacts>`
    select t.id, t.org_id as "organizationId", t.name, t.address, t.comment, t.category, t.type,
      t.is_active as "isActive", t.platform_id::text as platform,
      array_remove(array[t.domain_id], null) as domain,
      array(select p ->> 'name' from jsonb_array_elements(t.protocols) p) as protocols,
      array(select l.label_id from asset_labels l where l.asset_id = t.id) as labels,
      array(select n.node_id from node_subtree_assets n where n.asset_id = t.id) as nodes
    from assets t where ${which}
  `.execute(db);
  return rows;
}
