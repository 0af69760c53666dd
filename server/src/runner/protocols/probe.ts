import type { TargetConnection } from "../target-connection.ts";

/** What a target has shown of itself. */
export interface ProbeResult {
  /**
   * Whether the target has checked the account's secret. Some protocols only show that the service answers, and
   * some targets let anybody in: neither says anything about the account.
   */
  readonly accountChecked: boolean;
  /** What the target says it is; foreign text. */
  readonly version?: string;
}

/**
 * Signs in to a target by its own protocol and makes one round trip, as far as the protocol allows.
 *
 * @throws TargetFailure
 */
export type Probe = (target: TargetConnection) => Promise<ProbeResult>;
