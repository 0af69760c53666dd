import { Duplex } from "node:stream";
import { text as targetText } from "../../engine/targets/texts.ts";
import { text } from "../texts.ts";
import { displayOf, type Visit } from "../visit.ts";
import { Dialogue } from "./dialogue.ts";
import { pattern } from "./pattern.ts";
import type { ProbeResult } from "./probe.ts";
import { TelnetReader } from "./telnet-stream.ts";

/** What the prompts are where the platform does not say. Contract: docs/contract/assets.md, "Protocols". */
const defaults = {
  username_prompt: "username:|login:",
  password_prompt: "password:",
  success_prompt: "success|成功|#|>|\\$",
};

const refused = /incorrect|fail(?:ed|ure)?\b|denied|invalid|bad (?:password|user|secret)|失败|错误|失敗/i;

/** Signs in over telnet with the prompts of the platform. */
export async function probeTelnet(visit: Visit): Promise<ProbeResult> {
  const { account, password } = visit;
  const { setting } = visit.order.target;
  const promptOf = (name: keyof typeof defaults) => {
    const chosen = setting[name];
    const source = typeof chosen === "string" && chosen !== "" ? chosen : defaults[name];
    return pattern(visit, text[name], source);
  };
  const [asksName, asksPassword, succeeded] = [
    promptOf("username_prompt"),
    promptOf("password_prompt"),
    promptOf("success_prompt"),
  ];

  const socket = await visit.connectBounded();
  const dialogue = new Dialogue(visit, telnetData(socket));
  const first = await dialogue.hear((heard) => {
    const line = lastLine(heard);
    if (asksName(line)) return "name";
    return asksPassword(line) ? "password" : null;
  });
  if (first === null) throw visit.failure("protocol_error", text.telnetEnded);
  if (first === "name") {
    dialogue.answer(account.username);
    const asked = await dialogue.hear((heard) => (asksPassword(lastLine(heard)) ? true : null));
    if (asked === null) throw notAccepted(visit);
  }
  dialogue.answer(password);
  const outcome = await dialogue.hear((heard) => {
    if (refused.test(heard) || asksName(lastLine(heard)) || asksPassword(lastLine(heard))) return "refused";
    return succeeded(heard) ? "in" : null;
  });
  if (outcome !== "in") throw notAccepted(visit);
  return { accountChecked: true };
}

function telnetData(socket: Duplex): Duplex {
  const reader = new TelnetReader(socket);
  socket.on("error", () => reader.end());
  socket.once("close", () => reader.end());
  socket.pipe(reader);
  return Duplex.from({ readable: reader, writable: socket });
}

function notAccepted(visit: Visit) {
  return visit.failure("authentication_failed", targetText.authenticationFailed, {
    account: displayOf(visit.account),
  });
}

/** Prompts stand on the last line; a greeting above may say anything. */
function lastLine(heard: string): string {
  return heard.slice(heard.trimEnd().lastIndexOf("\n") + 1);
}
