import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { ValidationError } from "../../../engine/errors.ts";
import { siteOrigin } from "../../../engine/http/index.ts";
import type { Services } from "../../../engine/services.ts";
import { openCommandReview, type ReviewServices, reviewChanged } from "../../acls/index.ts";
import { closeReview, findReview, type Review } from "../../tickets/index.ts";
import { text } from "./texts.ts";

/** What people are asked about. */
interface AskedCommand {
  readonly sessionId: string;
  readonly command: string;
  readonly rule: { readonly id: string; readonly name: string; readonly reviewers: readonly string[] };
}

/**
 * A session that has not ended, as those are told who decide about its commands. It cannot end before the transaction
 * does: whatever is asked is seen by what takes questions back then (migration 0240).
 */
async function liveSession(db: Kysely<Database>, id: string) {
  const { rows } = await sql<{
    id: string;
    organizationId: string;
    userId: string;
    asset: string;
    account: string;
  }>`
    select id, org_id as "organizationId", user_id as "userId", asset, account from sessions
    where id = ${id}::uuid and not is_finished and user_id is not null for share
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * Has the people of a rule decide about a command of a session; `services.db` is a transaction. Contract:
 * docs/contract/acls.md, "Command filters".
 * @throws ValidationError where the session is none, or has ended
 * @throws BadRequest where nobody could decide
 */
export async function askAboutCommand(
  services: ReviewServices,
  { sessionId, command, rule }: AskedCommand,
): Promise<Review> {
  const session = await liveSession(services.db, sessionId);
  if (session === null) throw new ValidationError({ session_id: [text.sessionOver] });
  return openCommandReview(services, { command, rule, session });
}

/** A command of a session of this product's own gateway that people were asked about. */
interface PendingCommand {
  readonly assignees: readonly string[];
  /** Address of the page on which it is decided. */
  readonly page: string;
  /** Waits until it is decided; null where `signal` aborts first. Nothing is asked meanwhile. */
  wait(signal: AbortSignal): Promise<{ state: "approved" | "rejected" | "closed"; by: string } | null>;
  /** Takes the question back. */
  cancel(): Promise<void>;
}

/** Puts the question to the people of a rule, for a session that waits. */
export async function reviewCommand(
  services: ReviewServices & Pick<Services, "config">,
  asked: AskedCommand,
): Promise<PendingCommand> {
  const { id, assignees, page } = await services.db
    .transaction()
    .execute((db) => askAboutCommand({ ...services, db }, asked));
  return {
    assignees,
    page: `${await siteOrigin(services)}${page}`,
    async wait(signal) {
      let review = await findReview(services.db, id);
      while (review?.state === "pending" && !signal.aborted) {
        await reviewChanged(services, id, signal);
        review = await findReview(services.db, id);
      }
      // Whoever gives up while it is decided has given it up.
      if (signal.aborted) return null;
      if (review === null || review.state === "pending") return { state: "closed", by: "" };
      return { state: review.state, by: review.decidedBy };
    },
    cancel: () => services.db.transaction().execute((db) => closeReview({ db }, id)),
  };
}
