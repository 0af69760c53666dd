import { beforeTerms } from "../../engine/access/index.ts";
import type { Area } from "../../engine/area.ts";
import { organizationsResource } from "./organizations.ts";
import "./tables.ts";

export type { DeleteGuard, OrganizationCount, WrittenHook } from "./extension-points.ts";
export { createOrganizationPort } from "./organization-port.ts";
export { organizationsTable } from "./readable-tables.ts";
export { organizationIds, toOrganization } from "./well-known.ts";

const { id, name, is_default, is_root, comment } = organizationsResource.fields;

/** What a request can learn of the organization it works in. */
const currentFields = Object.fromEntries(
  Object.entries({ id, name, is_default, is_root, comment }).flatMap(([key, field]) =>
    field === undefined ? [] : [[key, field] as const],
  ),
);

/** Organizations: the walls between data. Contract: docs/contract/identity.md, "Organizations". */
export const organizationsArea: Area = {
  name: "organizations",
  resources: [organizationsResource],
  routes: [
    {
      methods: ["GET"],
      path: "/api/v1/orgs/orgs/current/",
      access: beforeTerms("names the organization that was asked for"),
      title: "Current Org Detail Api",
      fields: { GET: currentFields },
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
