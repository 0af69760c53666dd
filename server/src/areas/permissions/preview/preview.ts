import type { Kysely } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { assetClasses, type Change, draftsOf, grantsById, userClasses } from "./classes.ts";
import { type Impact, weigh } from "./impact.ts";

/** What a change of permissions does to who can use what, beside what other permissions grant. */
export async function changeImpact(db: Kysely<Database>, change: Change): Promise<Impact> {
  const drafts = draftsOf(change);
  if ([...drafts.before, ...drafts.after].every((draft) => draft === null)) {
    return { added: 0, removed: 0, changed: 0, users: 0, assets: 0 };
  }
  const users = await userClasses(db, change);
  const held = [...new Set(users.flatMap(({ permissions }) => [...permissions]))];
  const assets = await assetClasses(db, change, held);
  const grants = await grantsById(db, [...new Set(assets.flatMap(({ permissions }) => permissions))]);
  return weigh(drafts, users, assets, grants);
}
