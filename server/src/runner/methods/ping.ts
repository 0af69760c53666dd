import type { JobSpec } from "../../transport/runner-control/messages.ts";
import type { RunnerMethod } from "../method.ts";
import { probe } from "../protocols/index.ts";
import { withTargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";

/**
 * Signs in to the target and makes one round trip. The result shows whether the account's secret was checked by
 * it, and what the target says it is. Contract: docs/contract/automation.md, "Connectivity".
 */
export const ping: RunnerMethod = (spec, context) =>
  withTargetConnection(byMechanism(spec), context, async (target) => {
    const { accountChecked, version } = await probe(target);
    if (!accountChecked) target.say(text.accountNotChecked);
    if (version !== undefined && version !== "") target.say(text.answersAs, { version });
    return { account_checked: accountChecked, ...(version === undefined ? {} : { version }) };
  });

/**
 * The same, to learn whether the account can sign in: a target that does not check it has not verified it.
 * Contract: docs/contract/automation.md, "Verifying accounts".
 */
export const verifyAccount: RunnerMethod = (spec, context) =>
  withTargetConnection(byMechanism(spec), context, async (target) => {
    const { accountChecked } = await probe(target);
    if (!accountChecked) throw target.failure("not_supported", text.accountCannotBeChecked);
    return {};
  });

/** Some mechanisms are for a protocol of their own, whatever was chosen for the target. */
export function byMechanism(spec: JobSpec): JobSpec {
  const { mechanism, target } = spec;
  const wanted = mechanism.endsWith("_by_ssh") ? "ssh" : mechanism.endsWith("_by_rdp") ? "rdp" : null;
  const port = target.protocols.find(({ name }) => name === wanted)?.port;
  if (wanted === null || wanted === target.protocol || port === undefined) return spec;
  // A setting or a pinned key belongs to the protocol and port it was read for.
  return { ...spec, target: { ...target, protocol: wanted, port, setting: {}, hostKey: null } };
}
