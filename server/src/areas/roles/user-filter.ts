import { createUserFilter } from "../users/index.ts";
import { userRoles } from "./user-roles.ts";

/** Users as a subject of attribute filters, and what filters look at of one of them. */
export const {
  subject: userFilterSubject,
  loadFacts: loadUserFacts,
  loadManyFacts: loadManyUserFacts,
} = createUserFilter(userRoles);
