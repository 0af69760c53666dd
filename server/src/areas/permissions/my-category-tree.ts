import { sql } from "kysely";
import type { CallerContext } from "../../engine/access/index.ts";
import type { RouteDeclaration } from "../../engine/http/index.ts";
import { type Message, translate } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import { assetsTable, categoryChoices, typeChoices } from "../assets/index.ts";
import type { PermissionScope } from "./permission-scope.ts";
import { permittedAssets } from "./permitted-assets.ts";
import { text } from "./texts.ts";
import { assetItems } from "./tree-assets.ts";
import { userRoutes } from "./user-routes.ts";

interface Kind {
  readonly category: string;
  readonly type: string;
  readonly count: number;
}

const categoryId = (category: string): string => `ROOT_${category.toUpperCase()}`;
const typeId = ({ category, type }: Pick<Kind, "category" | "type">): string =>
  `${categoryId(category)}_${type}`;

/** How many assets of each kind a user is granted. */
async function grantedKinds(context: CallerContext, scope: PermissionScope): Promise<readonly Kind[]> {
  const { rows } = await sql<Kind>`
    select t.category, t.type, count(*)::int as count from ${assetsTable} t
    where t.id in (${permittedAssets(scope)}) group by t.category, t.type
  `.execute(context.db);
  return rows;
}

interface ItemSource {
  readonly id: string;
  readonly parent: string;
  readonly name: string;
  readonly count: number;
  readonly kind: "root" | "category" | "type";
  readonly category?: string;
  readonly own?: string;
  readonly open: boolean;
}

function kindItem({ id, parent, name, count, kind, category, own, open }: ItemSource): Json {
  const item = { id, name: `${name}(${count})`, title: name, pId: parent, isParent: true, open };
  if (kind === "root" || category === undefined || own === undefined) return item;
  return { ...item, type: own, meta: { type: kind, category, _type: own } };
}

const sum = (kinds: readonly Kind[]): number => kinds.reduce((total, { count }) => total + count, 0);

/** Categories and types of the granted assets, those without any left out. */
function kindItems(
  context: CallerContext,
  kinds: readonly Kind[],
  withRoot: boolean,
  isWhole: boolean,
): Json[] {
  const say = (label: Message) => translate(label, context.language);
  const types = new Map(typeChoices().map(({ value, label }) => [String(value), label]));
  const root: ItemSource = {
    id: "ROOT",
    parent: "",
    name: say(text.allTypes),
    count: sum(kinds),
    kind: "root",
    open: true,
  };
  const items = categoryChoices.flatMap(({ value: category, label }) => {
    const own = kinds.filter((kind) => kind.category === category);
    if (own.length === 0) return [];
    const id = categoryId(category);
    const named = own
      .map((kind) => ({
        kind,
        name: types.has(kind.type) ? say(types.get(kind.type) as Message) : kind.type,
      }))
      .sort((one, other) => one.name.localeCompare(other.name));
    return [
      kindItem({
        id,
        parent: "ROOT",
        name: say(label),
        count: sum(own),
        kind: "category",
        category,
        own: category,
        open: true,
      }),
      ...named.map(({ kind, name }) =>
        kindItem({
          id: typeId(kind),
          parent: id,
          name,
          count: kind.count,
          kind: "type",
          category,
          own: kind.type,
          open: isWhole,
        }),
      ),
    ];
  });
  return withRoot ? [kindItem(root), ...items] : items;
}

/** What is granted by category and type, and the assets of a type. Contract: docs/contract/permissions.md, section 8. */
export const myCategoryTreeRoutes: readonly RouteDeclaration[] = userRoutes(
  "nodes/children-with-assets/category/tree",
  "User Permed Category Tree",
  async (context, { scope }) => {
    const { query, services } = context;
    const granted = sql<boolean>`t.id in (${permittedAssets(scope)})`;
    const most = services.config.listCeiling;
    const type = (query.get("type") ?? "").replaceAll("\0", "");
    if (type !== "") {
      return {
        body: await assetItems(context, sql<boolean>`(t.type = ${type} and ${granted})`, typeId, most),
      };
    }
    const isWhole = query.get("sync") === "1";
    const items = kindItems(context, await grantedKinds(context, scope), !query.has("n"), isWhole);
    return { body: isWhole ? [...items, ...(await assetItems(context, granted, typeId, most))] : items };
  },
);
