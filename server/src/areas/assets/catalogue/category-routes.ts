import { beforeTerms, type CallerContext, type RequestContext } from "../../../engine/access/index.ts";
import { caller, type RouteDeclaration, type RouteRequest } from "../../../engine/http/index.ts";
import { text as engineText, type Message, translate } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import {
  type Field,
  json,
  nestedList,
  shortList,
  text as textField,
} from "../../../engine/resource/index.ts";
import { text } from "../texts.ts";
import { methodParameters } from "./automation.ts";
import { presentConstraints, presentProtocols } from "./constraints.ts";
import { type CustomType, customTypes } from "./custom-types.ts";
import { type DeclaredMethod, defaultsOf } from "./declared-methods.ts";
import { declaredMethodFields, methodFields } from "./method-fields.ts";
import { kindText } from "./texts.ts";
import { categoryNames, findType, platformTypes } from "./types.ts";

const customConstraints = ({ protocols }: CustomType): Record<string, Json> => ({
  charset_enabled: false,
  domain_enabled: false,
  su_enabled: false,
  protocols: presentProtocols(protocols),
  automation: { ansible_enabled: false, ansible_config: {} },
});

async function presentTypes(context: RequestContext): Promise<Record<string, Json>[]> {
  return [
    ...platformTypes.map((type) => ({
      label: translate(type.label, context.language),
      value: type.value,
      category: type.category as string,
      constraints: presentConstraints(type, context) as Json,
    })),
    ...(await customTypes(context)).map((type) => ({
      label: type.type,
      value: type.type,
      category: "custom",
      constraints: customConstraints(type) as Json,
    })),
  ];
}

async function presentOne(context: RequestContext): Promise<Json> {
  const category = context.query.get("category") ?? "";
  const value = context.query.get("type") ?? "";
  if (category === "custom") {
    const custom = (await customTypes(context)).find(({ type }) => type === value);
    return custom === undefined ? {} : customConstraints(custom);
  }
  const type = findType(category, value);
  return type === undefined ? {} : presentConstraints(type, context);
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

const listed = { key: "value", search: ["label", "value"], order: ["label", "value"] } as const;

const everyone = beforeTerms("a catalogue of the product itself, without any data of an organization");

/** Categories, their types, and what these allow. Contract: docs/contract/assets.md, "Categories". */
export function categoryRoutes(declared: readonly DeclaredMethod[]): readonly RouteDeclaration[] {
  const get = (
    path: string,
    title: string,
    fields: Readonly<Record<string, Field>>,
    answer: (context: CallerContext, request: RouteRequest) => Promise<Json>,
  ): RouteDeclaration => ({
    methods: ["GET"],
    path: `/api/v1/assets/${path}/`,
    access: everyone,
    title,
    fields: { GET: fields },
    handle: async (context, request) => ({ body: await answer(caller(context), request) }),
  });
  return [
    get("categories", "Category List", categoryFields, async (context, { url }) => {
      const types = await presentTypes(context);
      const categories = categoryNames.flatMap((value) => {
        const own = types.filter(({ category }) => category === value);
        return own.length === 0
          ? []
          : [{ label: translate(kindText[value], context.language), value, types: own }];
      });
      return shortList(context, url, categories, listed);
    }),
    get("categories/types", "Types", typeFields, async (context, { url }) =>
      shortList(context, url, await presentTypes(context), listed),
    ),
    get("categories/constraints", "Constraints", categoryFields, (context) => presentOne(context)),
    get(
      "platform-automation-methods",
      "Platform Automation Methods Api",
      { ...methodFields, ...declaredMethodFields(declared) },
      async () => ({ ...methodParameters, ...defaultsOf(declared) }),
    ),
  ];
}
