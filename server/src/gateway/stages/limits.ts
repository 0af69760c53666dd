import { withParameters } from "../../engine/i18n/messages.ts";
import { log } from "../../engine/log.ts";
import type { ConnectionGrant, GatewayPorts, GatewayPrincipal } from "../ports.ts";
import type { SessionControls, Stage } from "../session-parts.ts";
import { text } from "../texts.ts";

/** What the limits of one session are measured against. */
export interface LimitsOptions {
  ports: Pick<GatewayPorts, "limits" | "permissionStillValid" | "stillValid">;
  grant: ConnectionGrant;
  principal: GatewayPrincipal;
  /** How often the guards look, in milliseconds. Default 30 000. */
  interval?: number;
  /** Wall clock, in milliseconds. */
  now?: () => number;
}

/**
 * Ends a session that is idle or too long, whose permission expired or was withdrawn, or whose person is no
 * longer signed in. A guard that cannot be asked (database away) leaves the session running and asks again.
 */
export class LimitsStage implements Stage {
  readonly #options: LimitsOptions;
  readonly #now: () => number;
  readonly #started: number;
  #lastActive: number;
  #timer: NodeJS.Timeout | undefined;
  #session: SessionControls | null = null;
  #checking = false;

  constructor(options: LimitsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#started = this.#now();
    this.#lastActive = this.#started;
  }

  start(session: SessionControls): void {
    this.#session = session;
    this.#timer = setInterval(() => void this.#check(session), this.#options.interval ?? 30_000);
    this.#timer.unref();
  }

  input(data: Buffer): Buffer {
    this.#lastActive = this.#now();
    return data;
  }

  output(): void {
    this.#lastActive = this.#now();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #check(session: SessionControls): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      await this.#guards(session);
    } catch (error) {
      log.warn({ err: error, session: this.#session?.id }, "session guards could not be asked");
    } finally {
      this.#checking = false;
    }
  }

  async #guards(session: SessionControls): Promise<void> {
    const { ports, grant, principal } = this.#options;
    // First what needs nobody's answer.
    if (this.#now() >= grant.permissionExpires.getTime()) {
      session.end("permission_expired", text.permissionExpired);
      return;
    }
    const limits = await ports.limits();
    if (this.#now() - this.#lastActive >= limits.idleMinutes * 60_000) {
      session.end("idle", withParameters(text.idle, { minutes: limits.idleMinutes }));
    } else if (this.#now() - this.#started >= limits.maximumHours * 3_600_000) {
      session.end("maximum_time", withParameters(text.maximumTime, { hours: limits.maximumHours }));
    } else if (!(await ports.stillValid(principal))) {
      session.end("sign_in_ended", text.signInEnded);
    } else if (!(await ports.permissionStillValid(grant, principal))) {
      session.end("permission_revoked", text.permissionRevoked);
    }
  }
}
