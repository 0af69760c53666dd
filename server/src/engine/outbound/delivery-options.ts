/** What sending to a server outside is bound by. */
export interface DeliveryOptions {
  /** Addresses of this machine that may be targets. */
  readonly allowed: readonly string[];
  /** Ends it, after too long. */
  readonly signal: AbortSignal;
  /** Certificates (PEM) that vouch for the server in place of those this machine trusts. */
  readonly ca?: string;
}
