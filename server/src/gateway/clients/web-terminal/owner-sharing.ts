import type { ClientFrameType, TerminalFrame } from "@sallyport/contract/messages/terminal";
import {
  parseShareRemoval,
  parseShareRequest,
  parseShareSearch,
} from "@sallyport/contract/messages/terminal-sharing";
import { ApiError } from "../../../engine/errors.ts";
import { translate } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import type { GatewayContext } from "../../open-session.ts";
import type { GatewayPrincipal } from "../../ports.ts";
import { text } from "../../texts.ts";
import type { Greeting } from "./greeting.ts";

/** Requests that may wait for those before them. */
const highWaterMark = 10;

/**
 * What a session's person asks of sharing in their terminal, one thing after the other. Contract:
 * docs/contract/sharing.md, section 6.
 */
export class OwnerSharing {
  readonly #context: GatewayContext;
  readonly #principal: GatewayPrincipal;
  readonly #greeting: Greeting;
  #sessionId: string | null = null;
  #work: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(context: GatewayContext, principal: GatewayPrincipal, greeting: Greeting) {
    this.#context = context;
    this.#principal = principal;
    this.#greeting = greeting;
  }

  /** The session runs. */
  begin(sessionId: string): void {
    this.#sessionId = sessionId;
  }

  /** A frame of the client; any that is not about sharing is a mistake. */
  frame({ type, data }: TerminalFrame<ClientFrameType>): void {
    if (type === "TERMINAL_SHARE") this.#after((sessionId) => this.#open(sessionId, data));
    else if (type === "TERMINAL_GET_SHARE_USER") this.#after((sessionId) => this.#people(sessionId, data));
    else if (type === "TERMINAL_SHARE_USER_REMOVE") this.#after(() => this.#remove(data));
    else this.#greeting.notices.mistake(text.notSupportedYet);
  }

  #after(step: (sessionId: string) => Promise<void>): void {
    const sessionId = this.#sessionId;
    if (sessionId === null || this.#waiting >= highWaterMark) {
      this.#greeting.notices.mistake(sessionId === null ? text.sharingTooEarly : text.sharingBusy);
      return;
    }
    this.#waiting += 1;
    this.#work = this.#work
      .then(() => step(sessionId))
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  async #open(sessionId: string, data: string): Promise<void> {
    const asked = parseShareRequest(data);
    if (asked === null || asked.session.toLowerCase() !== sessionId) return this.#malformed();
    const { expired_time: minutes, users, origin, action_permission: permission } = asked;
    const link = await this.#context.ports.sharing.open(this.#principal, {
      sessionId,
      minutes,
      users,
      origin,
      permission,
    });
    this.#greeting.channel.send("TERMINAL_SHARE", { share_id: link.id, code: link.code });
  }

  async #people(sessionId: string, data: string): Promise<void> {
    const search = parseShareSearch(data);
    if (search === null) return this.#malformed();
    const people = await this.#context.ports.sharing.people(this.#principal, sessionId, search);
    this.#greeting.channel.send("TERMINAL_GET_SHARE_USER", people);
  }

  async #remove(data: string): Promise<void> {
    const id = parseShareRemoval(data);
    const room = this.#context.registry.find(this.#sessionId ?? "")?.room;
    // Only whom this terminal shows: a record of another session is none of its business.
    if (id === null || room === undefined || !Object.hasOwn(room.members, id)) return this.#malformed();
    await this.#context.ports.sharing.change(this.#principal, id, "remove");
  }

  #malformed(): void {
    this.#greeting.notices.mistake(text.malformedFrame);
  }

  #failed(error: unknown): void {
    const { channel } = this.#greeting;
    if (error instanceof ApiError) {
      channel.send("ERROR", "", translate(error.detail, this.#principal.language));
      return;
    }
    log.error({ err: error, session: this.#sessionId }, "sharing a session failed");
    channel.send("ERROR", "", translate(text.internal, this.#principal.language));
  }
}
