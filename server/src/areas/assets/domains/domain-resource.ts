import { text as shared } from "../../../engine/i18n/index.ts";
import {
  datetime,
  defineResource,
  exact,
  text as line,
  type ResourceDeclaration,
  stamps,
  uuid,
} from "../../../engine/resource/index.ts";
import type { InlineAccounts } from "../assets/inline-accounts.ts";
import { text as assetText } from "../texts.ts";
import { domainAssetsField, refuseUnfitAssets } from "./domain-assets-field.ts";
import { domainGatewaysField, withGateways } from "./domain-gateways-field.ts";

/**
 * Domains: networks that are reached through gateways. Contract: docs/contract/assets.md, "Domains".
 */
export function domainsResource(
  gateways: ResourceDeclaration,
  accounts: InlineAccounts,
): ResourceDeclaration {
  return defineResource({
    path: "assets/domains",
    app: "assets",
    model: "domain",
    label: assetText.domain,
    title: "Domain",
    scope: "organization",
    table: "domains",
    fields: {
      id: uuid({ label: shared.id }),
      name: line({ label: shared.name, required: true, maxLength: 128 }),
      comment: line({ label: shared.comment }),
      assets: domainAssetsField,
      gateways: domainGatewaysField(gateways, accounts),
      created_by: line({ label: shared.createdBy, readOnly: true, when: withGateways.isSet }),
      updated_by: line({ label: shared.updatedBy, readOnly: true, when: withGateways.isSet }),
      ...stamps("date_created"),
      date_updated: datetime({ label: shared.dateUpdated, readOnly: true, when: withGateways.isSet }),
    },
    sizes: { mini: ["id", "name"], small: ["id", "name", "comment"] },
    filters: { name: exact("t.name") },
    search: ["t.name"],
    order: { by: ["name", "date_created", "date_updated"], default: ["name"] },
    uniqueTogether: { domains_name_key: ["name"] },
    hooks: { ...withGateways.hooks, validate: refuseUnfitAssets },
  });
}
