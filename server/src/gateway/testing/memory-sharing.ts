import { BadRequest } from "../../engine/errors.ts";
import { literal } from "../../engine/i18n/messages.ts";
import type { SharePermission, ShareStanding, SharingPort, SharingRequest } from "../ports.ts";

/** Sharing held in memory: one link for each session, `link-<session>` with the code `CODE`. */
export class MemorySharing {
  /** What was asked for, and what happened, in order. */
  readonly asked: SharingRequest[] = [];
  readonly events: string[] = [];
  /** What whoever joins may do. */
  permission: SharePermission = "writable";
  readonly #standing = new Map<string, ShareStanding>();
  readonly #handlers = new Set<(sessionId: string | null) => void>();

  /** Says how things stand for somebody who joined, and has the gateway look. */
  stand(recordId: string, standing: ShareStanding): void {
    this.#standing.set(recordId, standing);
    for (const handler of this.#handlers) handler(null);
  }

  readonly port: SharingPort = {
    open: async (_principal, asked) => {
      this.asked.push(asked);
      if (asked.minutes > 1440) throw new BadRequest("invalid", literal("Too long."));
      return { id: `link-${asked.sessionId}`, code: "CODE" };
    },
    people: async () => [{ id: "1", name: "Grace", username: "grace" }],
    join: async (_principal, { id, code, isHere }) => {
      const sessionId = id.replace("link-", "");
      if (code !== "CODE") throw new BadRequest("code_invalid", literal("The code is wrong."));
      if (!isHere(sessionId)) throw new BadRequest("elsewhere", literal("Not here."));
      const recordId = `record-${this.events.length}`;
      this.events.push(`joined ${recordId}`);
      const ends = new Date(Date.now() + 600_000);
      this.#standing.set(recordId, { permission: this.permission, ends });
      return { recordId, sessionId, permission: this.permission };
    },
    standing: async (recordId) =>
      this.#standing.get(recordId) ?? { over: "removed", says: literal("You were removed.") },
    leave: async (recordId) => void this.events.push(`left ${recordId}`),
    typed: async (_sessionId, actor) => void this.events.push(`typed ${actor}`),
    change: async (_principal, recordId, change) => {
      this.events.push(`${change} ${recordId}`);
      if (change === "remove") this.stand(recordId, { over: "removed", says: literal("You were removed.") });
      return true;
    },
    onChanged: (handler) => {
      this.#handlers.add(handler);
      return () => this.#handlers.delete(handler);
    },
  };
}
