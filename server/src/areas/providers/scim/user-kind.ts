import { applyPatch, readOperations } from "./patch.ts";
import { draftOf, findPerson, listPeople, type PersonRow, presentPeople } from "./people.ts";
import { readResource } from "./read-resource.ts";
import type { ResourceKind } from "./resource-kind.ts";
import { userAttributes } from "./schemas.ts";
import { changePerson, createPerson, deletePerson } from "./write-people.ts";

/** `/Users`. */
export const userKind: ResourceKind<PersonRow> = {
  path: "/Users",
  list: ({ db }, source, query) => listPeople(db, source, query),
  find: ({ db }, source, id, isLocked) => findPerson(db, source, id, isLocked),
  present: ({ context: { db }, source, base }, rows, shown) =>
    presentPeople(db, source, rows, { base, shown }),
  create: ({ context, source }, body) => createPerson(context, source, readResource(body, userAttributes)),
  async replace({ context, source }, row, body) {
    const draft = readResource(body, userAttributes);
    // Who leaves it out means to change nothing about it.
    await changePerson(context, source, row, { active: row.is_active, ...draft });
  },
  async patch({ context, source }, row, body) {
    const draft = applyPatch(draftOf(row), readOperations(body), userAttributes, row.id);
    await changePerson(context, source, row, draft);
  },
  remove: ({ context, source }, row) => deletePerson(context, source, row),
};
