import type { Message } from "../../../engine/i18n/index.ts";
import { type Field, secret } from "../../../engine/resource/index.ts";
import type { Category } from "../catalogue/types.ts";
import { text } from "../texts.ts";
import { customInfoField } from "./custom-info-field.ts";
import { specificFields } from "./specification.ts";

/** A collection of assets of one category. */
export interface AssetCollection {
  /** Last segment of the path, e.g. `hosts`. */
  readonly name: string;
  readonly category: Category;
  readonly label: Message;
  readonly title: string;
  readonly addressLabel: Message;
  readonly fields: Readonly<Record<string, Field>>;
}

/** Fields kept sealed: written, never read again. The resource's hook seals them. */
export const sealedFields = ["ca_cert", "client_cert", "client_key"] as const;

const certificate = (label: Message): Field => secret({ label, nullable: true, maxLength: 65_536 });

/** The collections of the seven categories. Contract: docs/contract/assets.md, "Collections". */
export const assetCollections: readonly AssetCollection[] = [
  {
    name: "hosts",
    category: "host",
    label: text.host,
    title: "Host",
    addressLabel: text.addressHost,
    fields: {},
  },
  {
    name: "devices",
    category: "device",
    label: text.device,
    title: "Device",
    addressLabel: text.address,
    fields: {},
  },
  {
    name: "databases",
    category: "database",
    label: text.database,
    title: "Database",
    addressLabel: text.address,
    fields: {
      ...specificFields.database,
      ca_cert: certificate(text.caCert),
      client_cert: certificate(text.clientCert),
      client_key: certificate(text.clientKey),
    },
  },
  {
    name: "clouds",
    category: "cloud",
    label: text.cloud,
    title: "Cloud",
    addressLabel: text.addressUrl,
    fields: {},
  },
  {
    name: "webs",
    category: "web",
    label: text.web,
    title: "Web",
    addressLabel: text.addressUrl,
    fields: { ...specificFields.web },
  },
  {
    name: "gpts",
    category: "gpt",
    label: text.gpt,
    title: "Gpt",
    addressLabel: text.address,
    fields: { ...specificFields.gpt },
  },
  {
    name: "customs",
    category: "custom",
    label: text.customAsset,
    title: "Custom",
    addressLabel: text.address,
    fields: {
      custom_info: customInfoField,
    },
  },
];
