import { ApiError } from "./api/api-error.ts";
import { api } from "./api/client.ts";

/** What can be asked of a session that runs. */
export type SessionTask = "kill_session" | "lock_session" | "unlock_session";

/** How something is asked for. */
export interface SessionAsking {
  /** Why, as the session's person reads it; empty to say nothing. */
  readonly reason: string;
  /** Whether the caller is asked by the tickets of the sessions; default by their own right. */
  readonly forTicket?: boolean;
}

const TASKS = "/api/v1/terminal/tasks/";

/**
 * Asks for something to be done to sessions that run; the gateway carries it out a moment later
 * (docs/contract/sessions.md, section 4).
 *
 * @returns whether a gateway is going to hear of it; otherwise they are over
 */
export async function askOfSessions(
  ids: readonly string[],
  task: SessionTask,
  { reason, forTicket = false }: SessionAsking,
): Promise<boolean> {
  const told = reason.trim();
  const suffix = forTicket ? "-for-ticket/" : "/";
  if (task === "kill_session") {
    const post = (body: unknown) => ask(`${TASKS}kill-session${suffix}`, body);
    if (told === "") return post(ids);
    try {
      return await post({ sessions: ids, reason: told });
    } catch (error) {
      // A server that has the contract alone takes the bare list.
      if (error instanceof ApiError && error.status === 400) return post(ids);
      throw error;
    }
  }
  const answers = ids.map((id) =>
    ask(`${TASKS}toggle-lock-session${suffix}`, {
      session_id: id,
      task_name: task,
      ...(told === "" ? {} : { reason: told }),
    }),
  );
  return (await Promise.all(answers)).includes(true);
}

async function ask(path: string, body: unknown): Promise<boolean> {
  const { ok } = await api<{ readonly ok?: readonly string[] }>(path, { method: "POST", body });
  return ok !== undefined && ok.length > 0;
}
