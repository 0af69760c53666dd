/** What a change means for the people who hold the role (docs/contract/identity.md, "Preview of a role"). */
export interface RolePreview {
  readonly count: number;
  readonly gaining: number;
  readonly losing: number;
  readonly results: readonly UserChange[];
}

/** What one person gains and loses, by organization. */
interface UserChange {
  readonly user: { readonly id: string; readonly name: string; readonly username: string };
  readonly changes: readonly OrganizationChange[];
}

/** What one person gains and loses in an organization, or everywhere. */
export interface OrganizationChange {
  readonly organization: { readonly id: string; readonly name: string } | null;
  readonly gained: readonly number[];
  readonly lost: readonly number[];
}

/** People of a preview asked for at a time. */
export const PREVIEW_PAGE = 10;
