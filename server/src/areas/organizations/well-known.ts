import type { Organization } from "../../engine/access/index.ts";

/** Ids of the organizations every installation has. Contract: docs/contract/identity.md, "Organizations". */
export const organizationIds = {
  /** Virtual: above all others, never a row. */
  root: "00000000-0000-0000-0000-000000000000",
  default: "00000000-0000-0000-0000-000000000002",
  system: "00000000-0000-0000-0000-000000000004",
} as const;

/** Whether the id is one of the organizations that are part of the product. */
export function isInternal(id: string): boolean {
  return id === organizationIds.root || id === organizationIds.default || id === organizationIds.system;
}

/** An organization as a request works in it. */
export function toOrganization(row: {
  readonly id: string;
  readonly name: string;
  readonly comment: string;
}): Organization {
  return {
    id: row.id,
    name: row.name,
    comment: row.comment,
    isRoot: row.id === organizationIds.root,
    isDefault: row.id === organizationIds.default,
    isSystem: row.id === organizationIds.system,
  };
}
