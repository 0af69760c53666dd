import type { Socket } from "node:net";

/** How many connections may be unknown at once. */
export interface AdmissionLimits {
  /** Most connections nobody has signed in on. */
  readonly unknown: number;
  /** Most of them from one address. */
  readonly unknownFromAddress: number;
  /** Seconds a client has for the key exchange. */
  readonly handshakeSeconds: number;
  /** Seconds without a key exchange after which a connection makes room for another when there is none. */
  readonly idleSeconds: number;
  /** Seconds a client has to sign in. */
  readonly graceSeconds: number;
  /** Seconds a sign-in may wait for a second factor or somebody's consent. */
  readonly stepSeconds: number;
}

/** What holds unless a test says otherwise. */
export const admissionLimits: AdmissionLimits = {
  unknown: 400,
  unknownFromAddress: 64,
  handshakeSeconds: 20,
  idleSeconds: 3,
  graceSeconds: 60,
  stepSeconds: 600,
};

/** One incoming connection. */
export interface Admission {
  /** The key exchange is done. */
  shook(): void;
  /** Something is owed that takes a person their time. */
  waiting(): void;
  /** Somebody is in: the connection counts no longer. */
  signedIn(): void;
}

/** A connection that has not exchanged keys yet. */
interface Silent {
  readonly since: number;
  /** Takes it out at once. */
  evict(): void;
}

/** Keeps what nobody has signed in on small: in number, and in time. */
export class AdmissionControl {
  readonly #limits: AdmissionLimits;
  readonly #byAddress = new Map<string, number>();
  /** The longest waiting first. */
  readonly #silent = new Set<Silent>();
  #unknown = 0;

  constructor(limits: AdmissionLimits = admissionLimits) {
    this.#limits = limits;
  }

  /**
   * Lets a connection in for now; null when there are too many already. Of a flood that only connects, from however
   * many addresses, the one that waited longest makes room: people can still get in.
   */
  admit(socket: Socket, address: string): Admission | null {
    const { unknown, unknownFromAddress, handshakeSeconds, graceSeconds, stepSeconds } = this.#limits;
    const fromAddress = this.#byAddress.get(address) ?? 0;
    if (fromAddress >= unknownFromAddress) return null;
    if (this.#unknown >= unknown && !this.#makeRoom()) return null;
    this.#unknown += 1;
    this.#byAddress.set(address, fromAddress + 1);
    let known = false;
    const leave = () => {
      if (known) return;
      known = true;
      clearTimeout(timer);
      this.#silent.delete(silent);
      this.#unknown -= 1;
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left === 0) this.#byAddress.delete(address);
      else this.#byAddress.set(address, left);
    };
    const silent: Silent = {
      since: performance.now(),
      evict: () => {
        leave();
        socket.destroy();
      },
    };
    this.#silent.add(silent);
    const within = (seconds: number) => setTimeout(() => socket.destroy(), seconds * 1000).unref();
    let timer = within(handshakeSeconds);
    const extend = (seconds: number) => {
      if (known) return;
      clearTimeout(timer);
      timer = within(seconds);
    };
    socket.once("close", leave);
    return {
      shook: () => {
        this.#silent.delete(silent);
        extend(graceSeconds);
      },
      waiting: () => extend(stepSeconds),
      signedIn: leave,
    };
  }

  #makeRoom(): boolean {
    const [oldest] = this.#silent;
    if (oldest === undefined || performance.now() - oldest.since < this.#limits.idleSeconds * 1000)
      return false;
    oldest.evict();
    return true;
  }
}
