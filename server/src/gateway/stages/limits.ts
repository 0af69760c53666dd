import { withParameters } from "../../engine/i18n/index.ts";
import { log } from "../../engine/log.ts";
import type { ConnectionGrant, FileAction, GatewayPorts, GatewayPrincipal } from "../ports.ts";
import type { SessionControls, Stage } from "../session-parts.ts";
import { text } from "../texts.ts";

/** What the limits of one session are measured against. */
export interface LimitsOptions {
  ports: Pick<GatewayPorts, "limits" | "onPermissionsChanged" | "permittedUntil" | "stillValid">;
  grant: ConnectionGrant;
  principal: GatewayPrincipal;
  /** Actions of the grant the session lives by, besides connecting: it ends when one of them is withdrawn. */
  actions?: readonly FileAction[];
  /** How often the guards look, in milliseconds. Default 30 000. */
  interval?: number;
  /** Wall clock, in milliseconds. */
  now?: () => number;
}

/** How long before the end of their permission people are notified of it, in milliseconds. */
const notice = 5 * 60_000;

/** How long changes of permissions are gathered before the guards look, in milliseconds. */
const settling = 200;

/** The longest time a timer can be set for, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/**
 * Ends a session that is idle or too long, whose permission expired or was withdrawn, or whose person is no
 * longer signed in. A guard that cannot be asked (database away) leaves the session running and asks again; not
 * beyond the end of the permission that was known last.
 */
export class LimitsStage implements Stage {
  readonly #options: LimitsOptions;
  readonly #now: () => number;
  readonly #started: number;
  #lastActive: number;
  /** When the permission ends, as far as is known. */
  #until: number;
  #endsWithPermission = true;
  /** The end that was announced already. */
  #told = 0;
  #timer: NodeJS.Timeout | undefined;
  #expiry: NodeJS.Timeout | undefined;
  #changed: NodeJS.Timeout | undefined;
  #leave: () => void = () => undefined;
  #session: SessionControls | null = null;
  #checking = false;
  #again = false;

  constructor(options: LimitsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#started = this.#now();
    this.#lastActive = this.#started;
    this.#until = options.grant.permissionExpires.getTime();
  }

  start(session: SessionControls): void {
    this.#timer = setInterval(() => void this.#check(session), this.#options.interval ?? 30_000);
    this.#timer.unref();
    this.#leave = this.#options.ports.onPermissionsChanged(() => this.#checkSoon(session));
    this.#awaitExpiry(session);
    this.#session = session;
  }

  /** What changed before changes were listened to is seen as soon as what changes now; a short program is over by then. */
  connected(): void {
    if (this.#session !== null) this.#checkSoon(this.#session);
  }

  input(data: Buffer): Buffer {
    this.#lastActive = this.#now();
    return data;
  }

  output(): void {
    this.#lastActive = this.#now();
  }

  close(): void {
    this.#leave();
    clearInterval(this.#timer);
    clearTimeout(this.#expiry);
    clearTimeout(this.#changed);
  }

  #checkSoon(session: SessionControls): void {
    this.#changed ??= setTimeout(() => {
      this.#changed = undefined;
      void this.#check(session);
    }, settling).unref();
  }

  /** Looks again at the very moment the permission ends. */
  #awaitExpiry(session: SessionControls): void {
    clearTimeout(this.#expiry);
    const left = this.#until - this.#now();
    if (left <= 0 || left > longestTimer) return;
    this.#expiry = setTimeout(() => void this.#check(session), left).unref();
  }

  async #check(session: SessionControls): Promise<void> {
    if (this.#checking) {
      this.#again = true;
      return;
    }
    this.#checking = true;
    try {
      await this.#guards(session);
    } catch (error) {
      log.warn({ err: error, session: session.id }, "session guards could not be asked");
      if (this.#endsWithPermission && this.#now() >= this.#until) {
        session.end("permission_expired", text.permissionExpired);
      }
    } finally {
      this.#checking = false;
    }
    if (!this.#again) return;
    this.#again = false;
    void this.#check(session);
  }

  async #guards(session: SessionControls): Promise<void> {
    const { ports, principal } = this.#options;
    const limits = await ports.limits();
    this.#endsWithPermission = limits.endWithPermission;
    if (this.#now() - this.#lastActive >= limits.idleMinutes * 60_000) {
      session.end("idle", withParameters(text.idle, { minutes: limits.idleMinutes }));
    } else if (this.#now() - this.#started >= limits.maximumHours * 3_600_000) {
      session.end("maximum_time", withParameters(text.maximumTime, { hours: limits.maximumHours }));
    } else if (!(await ports.stillValid(principal))) {
      session.end("sign_in_ended", text.signInEnded);
    } else if (limits.endWithPermission) {
      await this.#guardPermission(session);
    }
  }

  async #guardPermission(session: SessionControls): Promise<void> {
    const { ports, grant, principal, actions = [] } = this.#options;
    const until = await ports.permittedUntil(grant, principal, actions);
    if (until === null || until.getTime() <= this.#now()) {
      const isExpired = this.#now() >= this.#until;
      if (isExpired) session.end("permission_expired", text.permissionExpired);
      else session.end("permission_revoked", text.permissionRevoked);
      return;
    }
    this.#until = until.getTime();
    this.#awaitExpiry(session);
    const left = this.#until - this.#now();
    if (left > notice || this.#told === this.#until) return;
    this.#told = this.#until;
    const minutes = Math.max(1, Math.ceil(left / 60_000));
    session.print(withParameters(text.permissionEndsSoon, { minutes }));
  }
}
