/** Where directories find the SCIM server; no part of the API, whose conventions are others. */
export const scimPath = "/scim/v2";
