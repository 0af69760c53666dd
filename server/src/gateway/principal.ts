import type { Language } from "../engine/i18n/index.ts";

/** The signed-in person behind a connection. */
export interface GatewayPrincipal {
  readonly userId: string;
  readonly name: string;
  readonly username: string;
  /** Language of the texts this person sees. */
  readonly language: Language;
  /**
   * The sign-in (web session) this connection hangs on; opaque to the gateway. Null for somebody who signed in to the
   * gateway itself: that holds as long as the user is valid.
   */
  readonly signInId: string | null;
  /** The client's address, X-Forwarded-For taken into account where the proxy is trusted. */
  readonly remoteAddress: string;
}
