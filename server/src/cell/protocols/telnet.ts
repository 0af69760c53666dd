import { Dialogue } from "../../engine/targets/dialogue.ts";
import { signInByTelnet } from "../../engine/targets/telnet/telnet-sign-in.ts";
import { TelnetStream } from "../../engine/targets/telnet/telnet-stream.ts";
import { displayOf, type Visit } from "../visit.ts";
import type { ProbeResult } from "./probe.ts";

// Nobody waits at a keyboard here.
const longestSearch = 1000;

/** Signs in over telnet with the prompts of the platform. */
export async function probeTelnet(visit: Visit): Promise<ProbeResult> {
  const { account, password } = visit;
  const { setting, charset } = visit.order.target;
  const dialogue = new Dialogue(visit, new TelnetStream(await visit.connectBounded()), charset);
  const { username } = account;
  await signInByTelnet(
    visit,
    dialogue,
    { display: displayOf(account), username, password },
    { setting, longestSearch },
  );
  return { accountChecked: true };
}
