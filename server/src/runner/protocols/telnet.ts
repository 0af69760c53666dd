import { Dialogue } from "../../transport/targets/dialogue.ts";
import { signInByTelnet } from "../../transport/targets/telnet/telnet-sign-in.ts";
import { TelnetStream } from "../../transport/targets/telnet/telnet-stream.ts";
import { displayOf, type TargetConnection } from "../target-connection.ts";
import type { ProbeResult } from "./probe.ts";

/** Signs in over telnet with the prompts of the platform. */
export async function probeTelnet(target: TargetConnection): Promise<ProbeResult> {
  const { account, password } = target;
  const { setting, charset } = target.spec.target;
  const dialogue = new Dialogue(target, new TelnetStream(await target.connectBounded()), charset);
  const { username } = account;
  await signInByTelnet(target, dialogue, { display: displayOf(account), username, password }, { setting });
  return { accountChecked: true };
}
