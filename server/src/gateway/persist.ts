import { log } from "../engine/log.ts";

/** Stores the end of a session, again and again for about a minute; the next start finds what is left. */
export async function persist(id: string, store: () => Promise<void>): Promise<void> {
  for (const wait of [0, 200, 1000, 3000, 8000, 20_000, 30_000]) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait).unref());
    try {
      await store();
      return;
    } catch (error) {
      log.warn({ err: error, session: id }, "the end of a session could not be stored");
    }
  }
}
