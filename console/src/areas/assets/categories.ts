import { useQuery } from "@tanstack/react-query";
import { objectQuery } from "../../kit/api/resources.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue } from "../../kit/metadata/value-text.ts";
import type { ResourceDescriptor } from "../../kit/resource.ts";
import { ASSETS } from "./resources.ts";

/** The categories of assets, in the order of their tabs, each with its collection of the API. */
const COLLECTIONS = {
  host: "hosts",
  device: "devices",
  database: "databases",
  cloud: "clouds",
  web: "webs",
  gpt: "gpts",
  custom: "customs",
} as const;

/** The name of a category. */
export type CategoryName = keyof typeof COLLECTIONS;

/** Whether a text names a category. */
export function isCategory(name: unknown): name is CategoryName {
  return typeof name === "string" && Object.hasOwn(COLLECTIONS, name);
}

/** The category whose forms are at an address below `/console/assets/`. */
export function categoryOfPath(path: string): CategoryName | undefined {
  const [, , , collection] = path.split("/");
  return Object.keys(COLLECTIONS)
    .filter(isCategory)
    .find((name) => COLLECTIONS[name] === collection);
}

/** The category of an asset or platform; undefined when it is none the console knows. */
export function categoryOf(row: Row): CategoryName | undefined {
  const name = plainValue(row.category);
  return isCategory(name) ? name : undefined;
}

/** The place of a category among the others; what is in none stands last. */
export function categoryRank(row: Row): number {
  const category = categoryOf(row);
  const names = Object.keys(COLLECTIONS);
  return category === undefined ? names.length : names.indexOf(category);
}

const RESOURCES = new Map<CategoryName, ResourceDescriptor>(
  Object.entries(COLLECTIONS).map(([name, collection]) => {
    const path = `/console/assets/${collection}`;
    const resource: ResourceDescriptor = {
      ...ASSETS,
      url: `/api/v1/assets/${collection}/`,
      routes: { ...ASSETS.routes, create: `${path}/create`, update: (id) => `${path}/${id}/update` },
    };
    return [name as CategoryName, resource];
  }),
);

/** The collection of a category, with its forms; list and detail are those of all assets. */
export function collectionOf(category: CategoryName): ResourceDescriptor {
  return RESOURCES.get(category) ?? ASSETS;
}

/** What says in an address which kind of asset a form is for (docs/contract/console.md, "Assets"). */
function kindOfAsset(asset: Row): Record<string, string> {
  return {
    platform: String(plainValue(asset.platform)),
    type: String(plainValue(asset.type)),
    category: String(plainValue(asset.category)),
  };
}

/** Where an asset is changed and copied; nowhere when its category is unknown. */
export function assetPaths(asset: Row): { readonly update?: string; readonly duplicate?: string } {
  const category = categoryOf(asset);
  if (category === undefined) return {};
  const { routes } = collectionOf(category);
  const id = String(asset.id);
  const copy = new URLSearchParams({ clone_from: id, ...kindOfAsset(asset) });
  return {
    update: `${routes.update?.(id) ?? ""}?${new URLSearchParams(kindOfAsset(asset)).toString()}`,
    duplicate: `${routes.create ?? ""}?${copy.toString()}`,
  };
}

/** Where a new asset of a platform is made. */
export function createPath(platform: Row, node: string | undefined): string | undefined {
  const category = categoryOf(platform);
  if (category === undefined) return undefined;
  const query = new URLSearchParams({
    ...(node === undefined ? {} : { node }),
    platform: String(platform.id),
    type: String(plainValue(platform.type)),
    category,
  });
  return `${collectionOf(category).routes.create ?? ""}?${query.toString()}`;
}

/** A type of a category, as the server offers it. */
export interface AssetType {
  readonly value: string;
  readonly label: string;
  /** What it allows. */
  readonly constraints?: Row;
}

/** A category with its types, as the server offers them. */
export interface AssetCategory {
  readonly value: string;
  readonly label: string;
  readonly types: readonly AssetType[];
}

/** The categories there are here; asked for once, behind the first page. */
export function useCategories() {
  return useQuery({
    ...objectQuery<readonly AssetCategory[]>("/api/v1/assets/categories/"),
    staleTime: 300_000,
  });
}
