import { type EndpointQuestion, holdsIn } from "../endpoints/index.ts";

/** A session of one's own, or one that the caller may look at. */
const ofSession: EndpointQuestion = {
  parameter: "session_id",
  async assetOf(context, id) {
    const row = await context.db
      .selectFrom("sessions")
      .select(["user_id", "org_id", "asset_id"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (row === undefined) return null;
    const maySee =
      row.user_id === context.principal.id || (await holdsIn(context, row.org_id, "terminal.view_session"));
    return maySee ? row.asset_id : null;
  },
};

/** A connection token that holds: who knows its id may know its asset. */
const ofToken: EndpointQuestion = {
  parameter: "token",
  async assetOf({ db }, id) {
    const row = await db
      .selectFrom("connection_tokens")
      .select("asset_id")
      .where("id", "=", id)
      .where("date_expired", ">", new Date())
      .executeTakeFirst();
    return row?.asset_id ?? null;
  },
};

/** What leads to an asset's endpoint. Contract: docs/contract/endpoints.md, section 3. */
export const endpointQuestions: readonly EndpointQuestion[] = [ofSession, ofToken];
