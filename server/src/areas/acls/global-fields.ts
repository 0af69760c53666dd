import { text as common } from "../../engine/i18n/index.ts";
import { computed } from "../../engine/resource/index.ts";

/**
 * The organization of rules that hold everywhere, as clients of the contract expect it: the one that is looked from.
 */
export const globalFields = {
  org_id: computed({
    label: common.organizationId,
    present: (_row, { organization }) => organization.id,
  }),
  org_name: computed({
    label: common.organizationName,
    load: ({ services, organization, accessVersion }) =>
      services.organizations.name(organization.id, accessVersion),
    present: (_row, _context, loaded) => String(loaded),
  }),
};
