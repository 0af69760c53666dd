import { sql } from "kysely";
import type { RequestContext } from "../../../engine/access/context.ts";
import { signedIn } from "../../../engine/access/rules.ts";
import type { RouteDeclaration } from "../../../engine/http/routes.ts";
import { type Message, translate } from "../../../engine/i18n/messages.ts";
import { text as engineText } from "../../../engine/i18n/texts.ts";
import type { Json } from "../../../engine/json.ts";
import { nestedList } from "../../../engine/resource/field-kinds/composites.ts";
import type { Field } from "../../../engine/resource/field-kinds/field.ts";
import { json } from "../../../engine/resource/field-kinds/scalars.ts";
import { text as textField } from "../../../engine/resource/field-kinds/text.ts";
import type { Licensed } from "../license.ts";
import { text } from "../texts.ts";
import { methodParameters } from "./automation.ts";
import { presentConstraints, presentProtocols } from "./constraints.ts";
import { methodFields } from "./method-fields.ts";
import { kindText } from "./texts.ts";
import { categoryNames, findType, visibleTypes } from "./types.ts";

interface CustomType {
  readonly type: string;
  readonly protocols: readonly string[];
}

/** Types of custom platforms are whatever the platforms say. */
async function customTypes(context: RequestContext): Promise<readonly CustomType[]> {
  const { rows } = await sql<CustomType>`
    select p.type, coalesce(array_agg(distinct o.name) filter (where o.name is not null), '{}') as protocols
    from platforms p left join platform_protocols o on o.platform_id = p.id
    where p.category = 'custom' group by p.type order by p.type
  `.execute(context.db);
  return rows;
}

const customConstraints = ({ protocols }: CustomType): Record<string, Json> => ({
  charset_enabled: false,
  domain_enabled: false,
  su_enabled: false,
  protocols: presentProtocols(protocols),
  automation: { ansible_enabled: false, ansible_config: {} },
});

async function presentTypes(context: RequestContext, licensed: boolean): Promise<Record<string, Json>[]> {
  return [
    ...visibleTypes(licensed).map((type) => ({
      label: translate(type.label, context.language),
      value: type.value,
      category: type.category as string,
      constraints: presentConstraints(type, context.language) as Json,
    })),
    ...(await customTypes(context)).map((type) => ({
      label: type.type,
      value: type.type,
      category: "custom",
      constraints: customConstraints(type) as Json,
    })),
  ];
}

async function presentOne(context: RequestContext, licensed: boolean): Promise<Json> {
  const category = context.query.get("category") ?? "";
  const value = context.query.get("type") ?? "";
  if (category === "custom") {
    const custom = (await customTypes(context)).find(({ type }) => type === value);
    return custom === undefined ? {} : customConstraints(custom);
  }
  const type = findType(category, value);
  return type === undefined || (type.licensed && !licensed) ? {} : presentConstraints(type, context.language);
}

const word = (label: Message): Field => textField({ label, maxLength: 64 });

const typeFields: Readonly<Record<string, Field>> = {
  label: word(engineText.name),
  value: word(text.value),
  category: word(text.category),
  constraints: json({ label: text.constraints }),
};

const categoryFields: Readonly<Record<string, Field>> = {
  label: word(engineText.name),
  value: word(text.value),
  types: nestedList({ label: text.types, readOnly: true, children: typeFields }),
};

const everyone = signedIn("a catalogue of the product itself, without any data of an organization");

/** Categories, their types, and what these allow. Contract: docs/contract/assets.md, "Categories". */
export function categoryRoutes(licensed: Licensed): RouteDeclaration[] {
  const get = (
    path: string,
    title: string,
    answer: (context: RequestContext) => Promise<Json>,
    fields?: Readonly<Record<string, Field>>,
  ): RouteDeclaration => ({
    methods: ["GET"],
    path: `/api/v1/assets/${path}/`,
    access: everyone,
    title,
    ...(fields === undefined ? {} : { fields: { GET: fields } }),
    handle: async (context) => ({ body: await answer(context) }),
  });
  return [
    get(
      "categories",
      "Category List",
      async (context) => {
        const types = await presentTypes(context, licensed());
        return categoryNames.flatMap((value) => {
          const own = types.filter(({ category }) => category === value);
          return own.length === 0
            ? []
            : [{ label: translate(kindText[value], context.language), value, types: own }];
        });
      },
      categoryFields,
    ),
    get("categories/types", "Types", (context) => presentTypes(context, licensed()), typeFields),
    get(
      "categories/constraints",
      "Constraints",
      (context) => presentOne(context, licensed()),
      categoryFields,
    ),
    get(
      "platform-automation-methods",
      "Platform Automation Methods Api",
      async () => methodParameters,
      methodFields,
    ),
  ];
}
