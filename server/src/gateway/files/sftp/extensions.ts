import { type FileView, usablePath } from "../file-view.ts";
import { absolutePath } from "../paths.ts";
import { type Answer, foreignStatus, status } from "./answers.ts";
import { type PacketCursor, packetType, statusCode, string } from "./packets.ts";
import { changeLink, changePair, expandedName } from "./path-operations.ts";

/** Extensions that are passed on, and the version of each. */
const passedOn: ReadonlyMap<string, string> = new Map([
  ["posix-rename@openssh.com", "1"],
  ["statvfs@openssh.com", "2"],
  ["fstatvfs@openssh.com", "2"],
  ["hardlink@openssh.com", "1"],
  ["fsync@openssh.com", "1"],
  ["lsetstat@openssh.com", "1"],
  ["copy-data", "1"],
]);

/** Sizes a client may ask for; beside it, those of the target hold. */
const limits = "limits@openssh.com";

/** What `~` and `~somebody` mean; the target alone knows. */
const expandPath = "expand-path@openssh.com";

/** What is of use only where paths are the target's own. */
const straightOnly = [limits, expandPath];

/** The extensions a client is informed of: those its target has too, or all where it has many targets. */
export function offeredExtensions({ straight }: FileView): readonly (readonly [string, string])[] {
  if (straight === null) return [...passedOn];
  const offered = [...passedOn].filter(([name, version]) => straight.extensions.get(name) === version);
  const more = straightOnly.filter((name) => straight.extensions.get(name) === "1");
  return [...offered, ...more.map((name) => [name, "1"] as const)];
}

/** Runs an extension that is about a path. */
export async function extendPath(view: FileView, name: string, cursor: PacketCursor): Promise<Answer> {
  switch (name) {
    case "posix-rename@openssh.com":
      return changePair(view, cursor, {
        operate: "rename",
        send: ({ account: { extensions, files } }, from, to) =>
          // A target without it renames as it can: onto nothing.
          extensions.has(name)
            ? files.ask(packetType.extended, string(name), string(from), string(to))
            : files.ask(packetType.rename, string(from), string(to)),
      });
    case "hardlink@openssh.com":
      return changePair(view, cursor, {
        operate: "symlink",
        send: async ({ account: { extensions, files } }, from, to) =>
          extensions.has(name)
            ? files.ask(packetType.extended, string(name), string(from), string(to))
            : status(statusCode.unsupported),
      });
    case "lsetstat@openssh.com":
      return changeLink(view, cursor);
    case "statvfs@openssh.com":
      return spaceOf(view, name, cursor);
    case limits:
      return limitsOf(view);
    case expandPath:
      return expandedName(view, cursor);
    default:
      return status(statusCode.unsupported);
  }
}

async function spaceOf(view: FileView, name: string, cursor: PacketCursor): Promise<Answer> {
  const located = await view.locate(absolutePath(view.start, cursor.path()));
  if (located?.kind !== "remote" || !located.account.extensions.has(name))
    return status(statusCode.unsupported);
  const path = await usablePath(located, true);
  if (path === null) return status(statusCode.permissionDenied);
  const reply = await located.account.files.ask(packetType.extended, string(name), string(path));
  return reply.type === packetType.extendedReply ? reply : foreignStatus(reply);
}

/** Our own limits where the target's are wider. */
const ours = [256 * 1024, 255 * 1024, 255 * 1024, 1024] as const;

async function limitsOf({ straight }: FileView): Promise<Answer> {
  if (straight === null) return status(statusCode.unsupported);
  const reply = await straight.files.ask(packetType.extended, string(limits));
  if (reply.type !== packetType.extendedReply) return foreignStatus(reply);
  const body = Buffer.alloc(ours.length * 8);
  ours.forEach((limit, index) => {
    const told = reply.body.length >= body.length ? reply.body.readBigUInt64BE(index * 8) : 0n;
    const least = told === 0n || told > BigInt(limit) ? BigInt(limit) : told;
    body.writeBigUInt64BE(least, index * 8);
  });
  return { type: packetType.extendedReply, body };
}
