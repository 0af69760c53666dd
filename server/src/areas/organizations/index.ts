import { signedIn } from "../../engine/access/rules.ts";
import type { Area } from "../../engine/area.ts";
import { organizationsResource } from "./organizations.ts";
import "./tables.ts";

export { createOrganizationPort, type OrganizationPortOptions } from "./organization-port.ts";
export {
  countOrganizationResource,
  type DeleteGuard,
  type DeleteHook,
  guardOrganizationDelete,
  onOrganizationDelete,
  onOrganizationWritten,
  type OrganizationRow,
  type StatisticCounter,
  type StatisticName,
  type WrittenHook,
} from "./registrations.ts";
export { isInternal, organizationIds, toOrganization } from "./well-known.ts";

/** Organizations: the walls between data. Contract: docs/contract/identity.md, "Organizations". */
export const organizationsArea: Area = {
  name: "organizations",
  resources: [organizationsResource],
  routes: [
    {
      methods: ["GET"],
      path: "/api/v1/orgs/orgs/current/",
      access: signedIn(),
      title: "Current Org Detail Api",
      // The engine has already resolved `?oid=`, the header and the cookie.
      handle: async ({ organization }) => ({
        body: {
          id: organization.id,
          name: organization.name,
          is_default: organization.isDefault,
          is_root: organization.isRoot,
          comment: organization.comment,
        },
      }),
    },
  ],
};
