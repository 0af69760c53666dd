import type { Message } from "../../../engine/i18n/messages.ts";
import { labeledChoice } from "../../../engine/resource/field-kinds/choices.ts";
import type { Field } from "../../../engine/resource/field-kinds/field.ts";
import { boolean, json } from "../../../engine/resource/field-kinds/scalars.ts";
import { secret } from "../../../engine/resource/field-kinds/secret.ts";
import { text as textField } from "../../../engine/resource/field-kinds/text.ts";
import type { Category } from "../catalogue/types.ts";
import { text } from "../texts.ts";
import { checkProxy } from "./asset-rules.ts";
import { autofillChoices } from "./specification.ts";

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

const selector = (label: Message, initial: string): Field =>
  textField({ label, maxLength: 128, default: initial });

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
      db_name: textField({ label: text.dbName, required: true, maxLength: 1024 }),
      use_ssl: boolean({ label: text.useSsl, default: false }),
      ca_cert: certificate(text.caCert),
      client_cert: certificate(text.clientCert),
      client_key: certificate(text.clientKey),
      allow_invalid_cert: boolean({ label: text.allowInvalidCert, default: false }),
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
    fields: {
      autofill: labeledChoice({ label: text.autofill, default: "basic", choices: autofillChoices }),
      username_selector: selector(text.usernameSelector, "name=username"),
      password_selector: selector(text.passwordSelector, "name=password"),
      submit_selector: selector(text.submitSelector, "id=login_button"),
      script: json({ label: text.script, default: [] }),
    },
  },
  {
    name: "gpts",
    category: "gpt",
    label: text.gpt,
    title: "Gpt",
    addressLabel: text.address,
    fields: {
      proxy: textField({
        label: text.proxy,
        help: text.proxyHelp,
        nullable: true,
        maxLength: 128,
        check: checkProxy,
      }),
    },
  },
  {
    name: "customs",
    category: "custom",
    label: text.customAsset,
    title: "Custom",
    addressLabel: text.address,
    fields: {
      custom_info: {
        ...json({ label: text.customInfo, object: true, nullable: true, default: {} }),
        type: "nested object",
      },
    },
  },
];
