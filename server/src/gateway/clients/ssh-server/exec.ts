import { type Language, translate, withParameters } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import type { AccessChannel, Decision } from "../../ports.ts";
import type { ProgramExit } from "../../session-parts.ts";
import { text } from "../../texts.ts";
import { ChannelOutput } from "./channel-output.ts";
import { type CarriedFiles, serveFiles } from "./file-programs.ts";
import type { ProgramChannel } from "./program-channel.ts";
import { failed, runProgram } from "./run-program.ts";
import { serverText } from "./texts.ts";

/** Serves a command. */
export function serveExec(program: ProgramChannel, command: string, files: CarriedFiles | null): void {
  serveProgram(program, command, files === null ? "exec" : "scp", files);
}

/** Runs a program nobody is asked about: what is not clear is refused, with the reason on the second stream. */
export function serveProgram(
  program: ProgramChannel,
  command: string | null,
  way: AccessChannel,
  files: CarriedFiles | null = null,
): void {
  const { channel, connection } = program;
  const output = new ChannelOutput(channel, connection);
  const end = (exit: ProgramExit) => output.end(exit);
  run({ program, command, way, files }, output).then(end, (error: unknown) => {
    log.error({ err: error }, "a command of an SSH client failed");
    say(output, translate(text.internal, connection.principal.language), program);
    end(failed);
  });
}

/** A program to run, and the access channel it uses. */
interface Wanted {
  readonly program: ProgramChannel;
  readonly command: string | null;
  readonly way: AccessChannel;
  /** What it does to files. */
  readonly files: CarriedFiles | null;
}

async function run({ program, command, way, files }: Wanted, output: ChannelOutput): Promise<ProgramExit> {
  const { channel, connection } = program;
  const { language } = connection.principal;
  if (command !== null && startsMosh(command)) {
    say(output, translate(serverText.noMosh, language), program);
    return failed;
  }
  const decision = await connection.decide(way, way === "scp" ? { protocol: "ssh" } : {});
  if (decision.outcome !== "granted") {
    say(output, refusalOf(decision, language), program);
    return failed;
  }
  const served = files === null ? null : await serveFiles(connection, decision.grant, files);
  if (served !== null && served.refusal !== null) {
    say(output, served.refusal, program);
    return failed;
  }
  return runProgram(program, {
    ...(served?.stages === undefined ? {} : { stages: served.stages }),
    grant: decision.grant,
    command,
    output,
    language,
    lend: (taker) => {
      channel.on("data", taker);
      return () => channel.off("data", taker);
    },
    notice: (line) => say(output, line, program),
  });
}

/** Whether a mosh client asks for its server; what follows would go by UDP, past the gateway. */
const startsMosh = (command: string): boolean => /^(?:\S*\/)?mosh-server(?:\s|$)/.test(command);

function say(output: ChannelOutput, line: string, { terminal }: ProgramChannel): void {
  output.write(Buffer.from(`${line}${terminal === null ? "\n" : "\r\n"}`), terminal === null);
}

/** Why somebody who cannot be asked does not get through. */
export function refusalOf(decision: Exclude<Decision, { outcome: "granted" }>, language: Language): string {
  const several = (count: number, what: (typeof serverText)["assets"]) =>
    translate(withParameters(serverText.severalFit, { count, what: translate(what, language) }), language);
  switch (decision.outcome) {
    case "refused":
      return translate(decision.message, language);
    case "choose-asset":
      return several(decision.total, serverText.assets);
    case "choose-protocol":
      return several(decision.choices.length, serverText.protocols);
    case "choose-account":
      return several(decision.choices.length, serverText.accounts);
    case "ask-credentials":
      return translate(serverText.secretMissing, language);
    case "review":
      return translate(serverText.approvalMissing, language);
  }
}
