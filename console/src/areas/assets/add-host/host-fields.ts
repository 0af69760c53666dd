import { addressProblem } from "@sallyport/contract/asset-rules";
import type { TFunction } from "i18next";
import type { FieldGroup, FieldOverrides } from "../../../kit/form/form-model.ts";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../../kit/metadata/value-text.ts";
import { SECRET_FIELDS, secretOverrides } from "../forms/account-secret.ts";
import { nameFromAddress } from "../forms/name-from-address.ts";
import { mainProtocol } from "./host-entry.ts";

type Translate = TFunction<["addHost", "assetForms", "accounts"]>;

/** The kinds of secret somebody has at hand for a new machine. */
const SECRET_TYPES = ["password", "ssh_key"] as const;

/** Metadata of the dialog: a machine and its account are one form here. */
export function hostFields(platforms: readonly Row[], t: Translate): FieldMap {
  return {
    address: { type: "string", label: t("address"), required: true, max_length: 767 },
    name: { type: "string", label: t("assetForms:name"), required: true, max_length: 128 },
    platform: {
      type: "choice",
      label: t("platform"),
      required: true,
      choices: platforms.map(({ id, name }) => ({ value: id as number, label: valueText(name) })),
    },
    port: { type: "integer", label: t("port"), required: true, min_value: 0, max_value: 65_535 },
    username: { type: "string", label: t("accounts:username"), required: true, max_length: 128 },
    secret_type: {
      type: "choice",
      label: t("signsInWith"),
      required: true,
      choices: SECRET_TYPES.map((value) => ({ value, label: t(value) })),
    },
    passphrase: { type: "string", label: t("passphrase"), write_only: true },
  };
}

/** The platform with an id. */
export function platformOf(platforms: readonly Row[], id: unknown): Row | undefined {
  return platforms.find((platform) => String(platform.id) === String(plainValue(id)));
}

/** How the fields behave: the name follows the address, the port the platform. */
export function hostOverrides(
  platforms: readonly Row[],
  t: Translate,
  accounts: TFunction<["accounts"]>,
  isSaved: boolean,
): FieldOverrides {
  const secrets = secretOverrides(accounts);
  return {
    ...secrets,
    secret: { ...secrets.secret, label: t("password"), required: !isSaved },
    ssh_key: { ...secrets.ssh_key, required: !isSaved },
    address: {
      help: t("addressHelp"),
      problem: (value) => {
        if (typeof value !== "string" || value === "") return undefined;
        const problem = addressProblem(value, "host");
        return problem === undefined ? undefined : t(`assetForms:addressProblem.${problem}`);
      },
      onChange: nameFromAddress,
    },
    platform: {
      onChange: (id) => {
        const platform = platformOf(platforms, id);
        const port = platform === undefined ? undefined : mainProtocol(platform)?.port;
        return port == null ? undefined : { port };
      },
    },
  };
}

/** The fields under their headings. */
export function hostGroups(t: Translate): FieldGroup[] {
  return [
    { title: t("machine"), fields: ["address", "name", "platform", "port"] },
    { title: t("account"), fields: ["username", "secret_type", ...SECRET_FIELDS] },
  ];
}
