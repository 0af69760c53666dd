import type { GatewayCandidate } from "../ssh/gateways.ts";
import type { HostKey } from "../ssh/host-key.ts";
import type { RunnerHop } from "./messages.ts";

/**
 * A gateway as a runner passes it, with its secret; one that signs in by certificate gets one that holds a few minutes.
 *
 * @param hostKey the one that is pinned; null: the first one shown is
 */
export async function runnerHop(
  { id, name, address, port, account, profile }: GatewayCandidate,
  hostKey: HostKey | null,
): Promise<RunnerHop> {
  return {
    ...{ id, name, address, port, hostKey },
    setting: { legacy_algorithms: profile === "legacy" },
    account: {
      id: "",
      name: account.display,
      username: account.username,
      secretType: account.secretType,
      secret: account.secret,
      privileged: false,
      certificate: await account.certificate?.(),
      switchFrom: null,
    },
  };
}
