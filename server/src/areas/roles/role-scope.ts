/** What a role's codes are about: the whole product, or one organization. */
export type RoleScope = "system" | "org";
