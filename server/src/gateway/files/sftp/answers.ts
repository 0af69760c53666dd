import type { FileRecord } from "../../ports.ts";
import { harmless } from "./names.ts";
import { PacketCursor, packetType, statusCode, string, uint32 } from "./packets.ts";
import { codeOf, type Reply } from "./remote-files.ts";

/** What a client is answered: a type and what follows the id. */
export type Answer = Reply;

/** Words for each code, as most servers have them. */
const words: Readonly<Record<number, string>> = {
  [statusCode.ok]: "Success",
  [statusCode.endOfFile]: "End of file",
  [statusCode.noSuchFile]: "No such file",
  [statusCode.permissionDenied]: "Permission denied",
  [statusCode.failure]: "Failure",
  [statusCode.badMessage]: "Bad message",
  [statusCode.noConnection]: "No connection",
  [statusCode.connectionLost]: "Connection lost",
  [statusCode.unsupported]: "Operation unsupported",
};

/** Longest text of a target that is passed on, in bytes. */
const longestMessage = 1024;

/** A status of ours. */
export function status(code: number, message = words[code] ?? "Failure"): Answer {
  const text = Buffer.from(message, "utf8");
  return { type: packetType.status, body: Buffer.concat([uint32(code), string(text), string("en")]) };
}

/** Made once: every piece of a file that is written is answered with it. */
const success: Answer = status(statusCode.ok);

/** A status of the target: its code, and its words without what acts on a terminal. */
export function foreignStatus(reply: Reply): Answer {
  if (codeOf(reply) === statusCode.ok) return success;
  const cursor = new PacketCursor(reply.body);
  const code = cursor.uint32();
  const rest = cursor.rest();
  const message = rest.length > 4 ? cursor.path().slice(0, longestMessage) : "";
  return {
    type: packetType.status,
    body: Buffer.concat([
      uint32(code in words ? code : statusCode.failure),
      string(message === "" ? (words[code] ?? "Failure") : harmless(message)),
      string("en"),
    ]),
  };
}

/** Why something did not work, as the record has it. */
export function reasonOf(reply: Reply): string {
  switch (codeOf(reply)) {
    case statusCode.noSuchFile:
      return "no_such_file";
    case statusCode.permissionDenied:
      return "permission_denied";
    case statusCode.unsupported:
      return "unsupported";
    case statusCode.noConnection:
    case statusCode.connectionLost:
      return "broken_off";
    default:
      return "target_failure";
  }
}

/** How an operation ended, as the record has it. */
export const outcomeOf = (reply: Reply): Pick<FileRecord, "state" | "reason"> =>
  codeOf(reply) === statusCode.ok
    ? { state: "complete", reason: "" }
    : { state: "failed", reason: reasonOf(reply) };
