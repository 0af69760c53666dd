import { ApiError } from "../../../engine/errors.ts";
import { type Language, type Message, translate } from "../../../engine/i18n/index.ts";
import { log } from "../../../engine/log.ts";
import { TargetFailure } from "../../../transport/targets/index.ts";
import { openSession } from "../../open-session.ts";
import type { ConnectionGrant, SessionKind } from "../../ports.ts";
import type { ProgramExit, Stage } from "../../session-parts.ts";
import { text } from "../../texts.ts";
import type { ChannelOutput } from "./channel-output.ts";
import { EarlyInput } from "./early-input.ts";
import { endWithClient } from "./end-with-client.ts";
import type { ProgramChannel } from "./program-channel.ts";

/** What is carried on a channel. */
export interface Carried {
  readonly grant: ConnectionGrant;
  /** Null: the shell of the account. */
  readonly command: string | null;
  readonly output: ChannelOutput;
  /** Language of the texts of the session. */
  readonly language: Language;
  /** Gives the keys of the client to the session; the answered function takes them back. */
  lend(taker: (data: Buffer) => void): () => void;
  /** Shows a line of the gateway where there is no terminal. */
  notice(line: string): void;
  /** What follows the files it carries; such a session is one of files. */
  stages?(sessionId: string): readonly Stage[];
}

/** What clients answer when the connection failed, not the program. */
export const failed: ProgramExit = { code: 255 };

/**
 * Carries one program on a channel from beginning to end: a session like any other, and recorded as any other.
 *
 * @returns how the program ended; 255 where it did not come to that
 */
export async function runProgram(program: ProgramChannel, carried: Carried): Promise<ProgramExit> {
  const { channel, connection, terminal, environment, gone } = program;
  const { grant, command, output, language } = carried;
  const { context, principal } = connection;
  let exit: ProgramExit = failed;
  const request = {
    principal: { ...principal, language },
    grant,
    kind: { type: typeOf(carried), loginFrom: "ST" } as const,
    size: program.size,
    recorded: true,
    target: { command, terminal, environment },
    links: connection.links,
    ...(carried.stages === undefined ? {} : { stages: carried.stages }),
    client: (hold: (held: boolean) => void) => {
      output.holdWith(hold);
      return {
        output: (data: Buffer, isError?: boolean) => output.write(data, isError),
        exited: (found: ProgramExit) => {
          exit = found;
        },
        inputDrained: () => channel.resume(),
        paused: () => undefined,
        resumed: () => undefined,
        ...(terminal === null ? { notice: carried.notice } : {}),
      };
    },
  };
  try {
    const opened = openSession(context, request);
    const { session } = opened;
    const input = new EarlyInput(channel, session, terminal !== null);
    const endInput = () => input.end();
    const endOutput = () => session.endOutput();
    channel.once("end", endInput);
    channel.once("unread", endOutput);
    const takeBack = [
      endWithClient(session, gone),
      carried.lend((data) => input.take(data)),
      program.onResize((size) => session.resize(size)),
      program.onSignal((name) => session.signal(name)),
    ];
    try {
      await opened.started;
      input.start();
      await session.ended;
    } finally {
      for (const end of takeBack) end();
      output.holdWith(() => undefined);
      channel.off("end", endInput);
      channel.off("unread", endOutput);
    }
    return exit;
  } catch (error) {
    carried.notice(translate(reasonOf(error), language));
    return failed;
  }
}

function typeOf({ command, stages }: Carried): SessionKind["type"] {
  if (stages !== undefined) return "sftp";
  return command === null ? "normal" : "command";
}

function reasonOf(error: unknown): Message {
  if (error instanceof TargetFailure || error instanceof ApiError) return error.detail;
  log.error({ err: error }, "a session of an SSH client failed");
  return text.internal;
}
