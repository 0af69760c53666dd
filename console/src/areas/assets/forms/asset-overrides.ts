import { addressProblem } from "@sallyport/contract/asset-rules";
import type { TFunction } from "i18next";
import type { Query } from "../../../kit/api/client.ts";
import { defaultProtocols, withMandatory } from "../../../kit/field-kinds/protocol-rows.ts";
import { asProtocols } from "../../../kit/field-kinds/protocols.tsx";
import type { FieldOverride, FieldOverrides } from "../../../kit/form/form-model.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { DOMAIN_OPTIONS, NODE_OPTIONS, PLATFORMS } from "../resources.ts";
import { AccountsInput } from "./accounts-input.tsx";
import { AccountsLink } from "./accounts-link.tsx";
import { accountsBody, copiedAccounts } from "./inline-account.ts";
import { nameFromAddress } from "./name-from-address.ts";
import { PlatformInput } from "./platform-input.tsx";
import { ProtocolsField } from "./protocols-field.tsx";

/** What the form of an asset is drawn for. */
interface AssetFormState {
  readonly platform: Row;
  readonly editing: boolean;
  /** Whether the viewer may see accounts: those of a copied asset are copied, those of an existing one linked to. */
  readonly maySeeAccounts: boolean;
  /** There is only this platform. */
  readonly isSettled: boolean;
}

function accountsOverride({ editing, maySeeAccounts }: AssetFormState, help: string): FieldOverride {
  if (!editing) {
    return {
      help,
      input: AccountsInput,
      toForm: (value) => (maySeeAccounts ? copiedAccounts(value) : []),
      toWire: accountsBody,
    };
  }
  return {
    metadata: { type: "field", required: false, read_only: false },
    input: AccountsLink,
    hidden: () => !maySeeAccounts,
    toWire: () => undefined,
  };
}

/**
 * The platforms to choose from. What is entered about an asset depends on the type, so it stays; but for hosts, which
 * are all described alike, until there is one.
 */
function platformQuery({ platform, editing }: AssetFormState): Query {
  const category = String(plainValue(platform.category));
  return category === "host" && !editing
    ? { category }
    : { category, type: String(plainValue(platform.type)) };
}

/** What the form of an asset says about its fields beyond the metadata, for every category. */
export function assetOverrides(state: AssetFormState, t: TFunction<["assetForms"]>): FieldOverrides {
  const { platform } = state;
  const available = asProtocols(platform.protocols);
  return {
    address: {
      // An address that was taken before there were rules may stay: of those the server judges.
      problem: (value) => {
        if (state.editing || typeof value !== "string" || value === "") return undefined;
        const problem = addressProblem(value, String(plainValue(platform.category)));
        return problem === undefined ? undefined : t(`addressProblem.${problem}`);
      },
      ...(state.editing ? {} : { onChange: nameFromAddress }),
    },
    platform: {
      input: PlatformInput,
      related: {
        url: PLATFORMS.url,
        query: platformQuery(state),
      },
      help: t("platformHelp"),
      disabled: state.isSettled,
      required: true,
    },
    // The server puts an asset without a node into the root.
    nodes: { related: NODE_OPTIONS, required: state.editing },
    protocols: {
      input: ProtocolsField,
      metadata: { default: available },
      required: true,
      toForm: (value) =>
        value === available || value === undefined
          ? defaultProtocols(available)
          : withMandatory(asProtocols(value), available),
    },
    accounts: accountsOverride(state, t("accountsHelp")),
    domain: {
      related: DOMAIN_OPTIONS,
      hidden: () => platform.domain_enabled !== true,
    },
    comment: { help: t("commentHelp") },
  };
}
