import type { AccessChannel } from "./access-channel.ts";
import type { Case } from "./case.ts";

/** What has to come of somebody who comes to a channel. */
export type Expected =
  | { readonly outcome: "reached" }
  | {
      readonly outcome: "refused";
      /**
       * Where it ends: at the sign-in; by the decision, before anything is connected; by the rights to files, which a
       * session may be opened to find out; or at the target, which did not answer.
       */
      readonly by: "sign-in" | "decision" | "rights" | "target";
      /** Messages the person receives, at channels that send any. */
      readonly says?: RegExp;
    }
  | { readonly outcome: "not applicable"; readonly why: string };

/** What has to become of somebody who is in when the situation comes about. */
export type Inside =
  /** @param reasons why the session says that it ended */
  | { readonly outcome: "ends"; readonly reasons: readonly string[] }
  | { readonly outcome: "goes on"; readonly why: string }
  | { readonly outcome: "not applicable"; readonly why: string };

/** Something that makes a difference to who comes in. */
export interface Situation {
  readonly name: string;
  /** Makes the person's way another one before anybody comes. */
  before?(who: Case): void;
  /** Brings it about, for somebody to whom everything was granted. */
  change(who: Case): Promise<void>;
  after(channel: AccessChannel): Expected;
  /** Whether it can make a difference to a channel; to all when absent. Of the others one of each kind is tried. */
  concerns?(channel: AccessChannel): boolean;
  /** Whether somebody is inside by every channel, and not by one of each kind alone. */
  readonly thorough?: true;
  /** Nobody inside is looked at where it makes no difference to them, which is then said. */
  readonly inside: ((channel: AccessChannel) => Inside) | { readonly none: string };
  /** Puts back what concerns others. */
  undo?(who: Case): Promise<void>;
  /** Whether a sign-in that is refused by a channel is in the login log; false where it does not come to be one. */
  isLogged?(channel: AccessChannel): boolean;
}

export const reached: Expected = { outcome: "reached" };

export const refused = (by: "sign-in" | "decision" | "rights" | "target", says?: RegExp): Expected => ({
  outcome: "refused",
  by,
  ...(says === undefined ? {} : { says }),
});

export const notApplicable = (why: string): Expected & Inside => ({ outcome: "not applicable", why });

export const ends = (...reasons: readonly string[]): Inside => ({ outcome: "ends", reasons });

export const goesOn = (why: string): Inside => ({ outcome: "goes on", why });

/**
 * What the decision refuses: at a channel that is opened with a token instead of a password, whoever decides is
 * asked at the sign-in already.
 */
export const byDecision = (channel: AccessChannel, says?: RegExp): Expected =>
  channel.by === "token" ? refused("sign-in") : refused("decision", says);
