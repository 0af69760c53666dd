import { ApiError, ValidationError } from "../../../engine/errors.ts";
import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import type { Services } from "../../../engine/services.ts";
import { recordSessionEvent } from "../history/session-events.ts";
import { type AskedJoin, type Joined, joinSharing, sayingOf } from "./join-sharing.ts";
import { type AskedSharing, isOwnSession, longestMinutes, openSharing } from "./open-sharing.ts";
import {
  leaveSharing,
  type PartOver,
  participantsOf,
  permitParticipant,
  removeParticipant,
  standingOf,
} from "./participants.ts";
import { type ShareablePerson, shareablePeople } from "./shareable-people.ts";
import {
  type Person,
  requireSharing,
  type SharePermission,
  type SharingServices,
  sharingChannel,
} from "./sharing-state.ts";
import { text } from "./texts.ts";

/** What somebody who has joined may do now, or what they read where that is over. */
export type StandingNow =
  | { readonly permission: SharePermission; readonly ends: Date }
  | { readonly over: PartOver; readonly says: Message };

/**
 * Sharing as the gateway does it for the terminals it carries; each call is a transaction. Contract:
 * docs/contract/sharing.md.
 */
export class SessionSharing {
  readonly #services: SharingServices & Pick<Services, "db">;

  constructor(services: SharingServices & Pick<Services, "db">) {
    this.#services = services;
  }

  /**
   * Makes a link to a running session of somebody's own.
   * @throws ApiError in words for its person
   */
  async open(person: Person, asked: AskedSharing): Promise<{ readonly id: string; readonly code: string }> {
    const services = this.#services;
    await requireSharing(services);
    if (!Number.isInteger(asked.minutes) || asked.minutes < 1 || asked.minutes > longestMinutes) {
      throw new ApiError(400, "invalid", withParameters(text.minutes, { limit: longestMinutes }));
    }
    if (!(await isOwnSession(services.db, asked.sessionId, person.id))) {
      throw new ApiError(400, "invalid", text.notYours);
    }
    try {
      return await services.db.transaction().execute((db) => openSharing(services, db, asked, person));
    } catch (error) {
      // A person with a terminal has no form with fields: the one thing that can be wrong is said by itself.
      if (error instanceof ValidationError) throw new ApiError(400, "invalid", text.notMember);
      throw error;
    }
  }

  /** People a session of somebody's own can be shared with. */
  async people(ownerId: string, sessionId: string, search: string): Promise<readonly ShareablePerson[]> {
    await requireSharing(this.#services);
    return shareablePeople(this.#services.db, ownerId, sessionId, search);
  }

  /**
   * Lets somebody join by a link.
   * @throws ApiError saying why they may not
   */
  async join(asked: AskedJoin): Promise<Joined> {
    const { db } = this.#services;
    const joined = await db.transaction().execute((held) => joinSharing(this.#services, held, asked));
    if (!("refused" in joined)) return joined;
    throw new ApiError(403, joined.refused, sayingOf(joined.refused) ?? text.linkInactive);
  }

  /** What somebody who has joined may do now. */
  async standing(recordId: string): Promise<StandingNow> {
    const standing = await standingOf(this.#services, this.#services.db, recordId);
    if (!("over" in standing)) return standing;
    return {
      over: standing.over,
      says: standing.over === "removed" ? text.youWereRemoved : said(standing.over),
    };
  }

  /** Records that somebody left. */
  async leave(recordId: string): Promise<void> {
    await this.#services.db.transaction().execute((db) => leaveSharing(db, recordId));
  }

  /** Records that somebody who joined has begun to type. */
  async typed(sessionId: string, actor: string): Promise<void> {
    await recordSessionEvent(this.#services.db, { sessionId, event: "share_typed", actor });
  }

  /**
   * Ends somebody's part in a session of `ownerId`, or says whether they may type.
   * @returns whether there is such a part
   */
  async change(ownerId: string, recordId: string, change: SharePermission | "remove"): Promise<boolean> {
    const services = this.#services;
    return services.db.transaction().execute(async (db) => {
      const [participant] = await participantsOf(db, ownerId, { recordId });
      if (participant === undefined) return false;
      if (change === "remove") await removeParticipant(services, db, participant);
      else await permitParticipant(services, db, participant, change);
      return true;
    });
  }

  /**
   * Calls `handler` when what may be done in shared sessions has changed: of one session, or (null) perhaps of any.
   *
   * @returns ends the subscription
   */
  onChanged(handler: (sessionId: string | null) => void): () => void {
    return this.#services.events.subscribe(
      sharingChannel,
      (payload) => handler(typeof payload === "string" ? payload : null),
      () => handler(null),
    );
  }
}

const said = (over: Exclude<PartOver, "removed">): Message => sayingOf(over) ?? text.linkInactive;
