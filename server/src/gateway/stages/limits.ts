import { withParameters } from "../../engine/i18n/index.ts";
import { log } from "../../engine/log.ts";
import type { ConnectionGrant, FileAction, GatewayPorts, GatewayPrincipal, PermittedTime } from "../ports.ts";
import type { SessionControls, Stage } from "../session-parts.ts";
import { text } from "../texts.ts";
import { EndNotices, nextMoment } from "./end-notices.ts";

/** What the limits of one session are measured against. */
export interface LimitsOptions {
  ports: Pick<GatewayPorts, "limits" | "onPermissionsChanged" | "permittedTime" | "stillValid">;
  grant: ConnectionGrant;
  principal: GatewayPrincipal;
  /** Actions of the grant the session lives by, besides connecting: it ends when one of them is withdrawn. */
  actions?: readonly FileAction[];
  /** How often the guards look, in milliseconds. Default 30 000. */
  interval?: number;
}

/** How long changes of permissions are gathered before the guards look, in milliseconds. */
const settling = 200;

/** The longest time a timer can be set for, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

/**
 * Ends a session that is idle or too long, whose permission expired or was withdrawn, or whose person is no
 * longer signed in; says ahead when a permission ends it. A guard that cannot be asked (database away) leaves the
 * session running and asks again; not beyond the end of the permission that was known last.
 *
 * How long something took is measured by a clock that is never set. When a permission ends is a date, so it goes by
 * the wall clock, which is looked at again every `interval`, whatever the timers were set for.
 */
export class LimitsStage implements Stage {
  readonly #options: LimitsOptions;
  readonly #started = performance.now();
  /** The same by the wall clock. */
  readonly #began = Date.now();
  #lastActive = this.#started;
  /** How long the permission lasts, as far as is known. */
  #time: PermittedTime;
  /** How long the session may last at most, in milliseconds. */
  #longest = Number.POSITIVE_INFINITY;
  #endsWithPermission = true;
  readonly #notices = new EndNotices();
  #timer: NodeJS.Timeout | undefined;
  #wake: NodeJS.Timeout | undefined;
  #changed: NodeJS.Timeout | undefined;
  #leave: () => void = () => undefined;
  #session: SessionControls | null = null;
  #checking = false;
  #again = false;

  constructor(options: LimitsOptions) {
    this.#options = options;
    const { permissionExpires } = options.grant;
    this.#time = { expires: permissionExpires, ends: permissionExpires };
  }

  start(session: SessionControls): void {
    this.#timer = setInterval(() => void this.#check(session), this.#options.interval ?? 30_000);
    this.#timer.unref();
    this.#leave = this.#options.ports.onPermissionsChanged(() => this.#checkSoon(session));
    this.#awaitNext(session);
    this.#session = session;
  }

  /** What changed before changes were listened to is seen as soon as what changes now; a short program is over by then. */
  connected(): void {
    if (this.#session !== null) this.#checkSoon(this.#session);
  }

  input(data: Buffer): Buffer {
    this.#lastActive = performance.now();
    return data;
  }

  output(): void {
    this.#lastActive = performance.now();
  }

  /** Before any stage keeps some of it back: a file that passes is activity, too. */
  takeOutput(data: Buffer): Buffer {
    this.#lastActive = performance.now();
    return data;
  }

  close(): void {
    this.#leave();
    clearInterval(this.#timer);
    clearTimeout(this.#wake);
    clearTimeout(this.#changed);
  }

  #checkSoon(session: SessionControls): void {
    this.#changed ??= setTimeout(() => {
      this.#changed = undefined;
      void this.#check(session);
    }, settling).unref();
  }

  /** Looks again at the very moment something is to be said, or the permission ends. */
  #awaitNext(session: SessionControls): void {
    clearTimeout(this.#wake);
    const now = Date.now();
    const left = nextMoment(this.#time, now) - now;
    if (left <= 0) return;
    this.#wake = setTimeout(() => void this.#check(session), Math.min(left, longestTimer)).unref();
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
      if (this.#endsWithPermission) this.#keepTime(session);
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
    this.#longest = limits.maximumHours * 3_600_000;
    const now = performance.now();
    if (now - this.#lastActive >= limits.idleMinutes * 60_000) {
      session.end("idle", withParameters(text.idle, { minutes: limits.idleMinutes }));
    } else if (now - this.#started >= this.#longest) {
      session.end("maximum_time", withParameters(text.maximumTime, { hours: limits.maximumHours }));
    } else if (!(await ports.stillValid(principal))) {
      session.end("sign_in_ended", text.signInEnded);
    } else if (limits.endWithPermission) {
      await this.#guardPermission(session);
    }
  }

  async #guardPermission(session: SessionControls): Promise<void> {
    const { ports, grant, principal, actions = [] } = this.#options;
    // The wall clock may have been set since: the earlier of what it said and what it would say now holds either way.
    const since = new Date(Math.min(this.#began, Date.now() - this.#elapsed()));
    const time = await ports.permittedTime(grant, principal, { actions, since });
    if (time === null) {
      session.end("permission_revoked", text.permissionRevoked);
      return;
    }
    this.#time = time;
    this.#keepTime(session);
  }

  /** Ends the session when its time is over, or else says what is to be said of that. */
  #keepTime(session: SessionControls): void {
    const now = Date.now();
    const left = this.#time.ends.getTime() - now;
    if (left <= 0) {
      session.end("permission_expired", text.permissionExpired);
      return;
    }
    this.#awaitNext(session);
    // A session that is too long before that does not end with its permission.
    const endsEarlier = this.#elapsed() + left > this.#longest;
    const message = endsEarlier ? null : this.#notices.due(this.#time, now);
    if (message !== null) session.print(message);
  }

  #elapsed(): number {
    return performance.now() - this.#started;
  }
}
