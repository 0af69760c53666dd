import { text as engineText, type Message } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import {
  boolean,
  computed,
  datetime,
  type Field,
  inOrganization,
  integer,
  labeledChoice,
  listCell,
  nested,
  nestedList,
  relation,
  relations,
  stamps,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import type { AssetProtocol } from "../asset-protocol.ts";
import { withCustomTypes } from "../catalogue/custom-types.ts";
import type { Category } from "../catalogue/types.ts";
import { loadAutoConfigs } from "../platforms/automation-fields.ts";
import { categoryChoices, typeChoices } from "../platforms/platform-fields.ts";
import { text } from "../texts.ts";
import { describedCategory } from "./described-asset.ts";
import { accountsField, type InlineAccounts } from "./inline-accounts.ts";
import { labelsField } from "./labels-field.ts";
import { nodesDisplayField } from "./nodes-display-field.ts";
import { specificationField } from "./specification.ts";

/** What is known of connecting to something. */
export const connectivityChoices = [
  { value: "-", label: text.unknown },
  { value: "ok", label: text.ok },
  { value: "err", label: text.err },
];

const protocolList = nestedList({
  label: text.protocols,
  nullable: true,
  maxItems: 100,
  children: {
    name: textField({ label: engineText.name, required: true, maxLength: 32 }),
    port: integer({ label: text.port, minimum: 0, maximum: 65535 }),
  },
});

/** A protocol as a client names it: without a port it has its usual one. */
export interface ProtocolGiven {
  readonly name: string;
  readonly port?: number;
}

/** In cells a protocol is `name/port`. */
const protocolsField: Field<readonly Partial<ProtocolGiven>[] | null, unknown> = {
  ...protocolList,
  cell: {
    print: (value) =>
      JSON.stringify(
        (value as unknown as readonly AssetProtocol[]).map(({ name, port }) => `${name}/${port}`),
      ),
    parse: (cell, context) => {
      const items = listCell.parse(cell, context);
      return Array.isArray(items) ? items.map(readProtocol) : items;
    },
  },
};

/** `ssh/22`, or `ssh` alone for its usual port. */
function readProtocol(item: Json): Json {
  if (typeof item !== "string") return item;
  const [name = "", port] = item.split("/").map((part) => part.trim());
  if (port === undefined) return { name };
  return { name, port: /^\d{1,5}$/.test(port) ? Number(port) : port };
}

const fact = (label: Message, maxLength: number): Field => textField({ label, maxLength });

/** What is gathered about hardware and system. */
const gatheredChildren: Readonly<Record<string, Field>> = {
  vendor: fact(text.vendor, 64),
  model: fact(text.modelName, 54),
  sn: fact(text.serialNumber, 128),
  cpu_model: fact(text.cpuModel, 64),
  cpu_count: fact(text.cpuCount, 64),
  cpu_cores: fact(text.cpuCores, 64),
  cpu_vcpus: fact(text.cpuVcpus, 64),
  memory: fact(text.memory, 64),
  disk_total: fact(text.diskTotal, 1024),
  distribution: fact(text.distribution, 128),
  distribution_version: fact(text.distributionVersion, 16),
  arch: fact(text.arch, 16),
};

/** The type of the asset's platform; the types of custom platforms are among the choices where they can be met. */
function assetTypeField(own: Category | null): Field {
  const field = labeledChoice({
    label: text.type,
    readOnly: true,
    choices: typeChoices(own ?? undefined),
  });
  return own === null || own === "custom" ? withCustomTypes(field) : field;
}

/** What was gathered: of hosts by the fields there are for it, of other categories whatever there was to find. */
function gatheredField(own: Category | null): Field {
  const gathered = nested({
    label: text.gatheredInfo,
    readOnly: true,
    children: gatheredChildren,
    ...(own === "host" ? {} : { only: ["retrieve"] }),
  });
  return {
    ...gathered,
    describeFor: async (context, key) => {
      const category = await describedCategory(context, key, own);
      return category === "host" ? (gathered.describe?.(context) ?? {}) : {};
    },
  };
}

/** Types of an asset's fields, for hooks; those of its category are not known here. */
export type AssetFields = ReturnType<typeof assetFields>;

/** Options of the fields that differ between the asset collections. */
export interface AssetFieldOptions {
  readonly category: Category | null;
  readonly addressLabel: Message;
  readonly accounts: InlineAccounts;
  /** Fields of the category. */
  readonly extra: Readonly<Record<string, Field>>;
}

/** Fields of an asset in the contract's order. Contract: docs/contract/assets.md, "Assets". */
export function assetFields(options: AssetFieldOptions) {
  const { category } = options;
  return {
    id: uuid({ label: engineText.id }),
    name: textField({ label: engineText.name, required: true, maxLength: 128 }),
    address: textField({ label: options.addressLabel, required: true, maxLength: 767 }),
    comment: textField({ label: engineText.comment }),
    domain: relation({
      label: text.domain,
      nullable: true,
      column: "domain_id",
      target: { table: "domains", key: "uuid", where: inOrganization },
    }),
    platform: relation({
      label: text.platform,
      required: true,
      column: "platform_id",
      target: { table: "platforms", key: "integer" },
    }),
    nodes: relations({
      label: text.nodes,
      target: {
        table: "nodes",
        key: "uuid",
        attributes: { id: "r.id", name: "r.value" },
        names: ["r.full_value", "r.value"],
        where: inOrganization,
      },
      link: { table: "asset_nodes", own: "asset_id", other: "node_id" },
      orderBy: "r.full_value",
      default: [],
    }),
    labels: labelsField,
    protocols: protocolsField,
    nodes_display: nodesDisplayField,
    accounts: accountsField(options.accounts),
    category: labeledChoice({
      label: text.category,
      readOnly: true,
      choices:
        category === null ? categoryChoices : categoryChoices.filter(({ value }) => value === category),
    }),
    type: assetTypeField(category),
    connectivity: labeledChoice({
      label: text.connectivity,
      readOnly: true,
      default: "-",
      choices: connectivityChoices,
    }),
    auto_config: autoConfigField,
    ...stamps("created_by"),
    is_active: boolean({ label: engineText.isActive, default: true }),
    ...options.extra,
    gathered_info: gatheredField(category),
    spec_info: specificationField(category),
    date_verified: datetime({ label: text.dateVerified, readOnly: true }),
    ...stamps("date_created"),
  };
}

/** The automation of an asset's platform, flattened. */
export const autoConfigField: Field = computed({
  label: text.autoConfig,
  columns: ["platform_id"],
  load: (context, rows) =>
    loadAutoConfigs(
      context,
      rows.map((row) => row.platform_id),
    ),
  present: (row, _context, loaded) =>
    (loaded as ReadonlyMap<unknown, Record<string, Json>>).get(row.platform_id) ?? {},
});
