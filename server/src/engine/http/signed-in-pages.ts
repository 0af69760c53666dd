import type { WebSocket } from "ws";
import type { CallerContext } from "../access/index.ts";
import { type CallerServices, readAccessVersion } from "./identify.ts";
import type { OpenPage } from "./open-pages.ts";

/** A page, and what it was opened with. */
export interface SignedInPage extends OpenPage {
  /** Key of the browser session, hex; null for a caller with a credential of another kind. */
  readonly sessionKey: string | null;
  /** Checks such a credential again. */
  readonly stillHolds: (() => Promise<boolean>) | null;
}

/** What a page was opened with. */
export const signedInPage = ({
  principal,
  session,
  stillHolds,
}: Pick<CallerContext, "principal" | "session" | "stillHolds">): SignedInPage => ({
  userId: principal.id,
  sessionKey: session?.key.toString("hex") ?? null,
  stillHolds: stillHolds ?? null,
});

/** Those of the pages whose people are still signed in. All are asked for at once, so that many cost few queries. */
export async function stillSignedIn(
  services: CallerServices,
  pages: ReadonlyMap<WebSocket, SignedInPage>,
): Promise<ReadonlySet<WebSocket>> {
  const keys = [...pages.values()].flatMap(({ sessionKey }) => sessionKey ?? []);
  const owners = await services.sessions.ownersOf(keys.map((key) => Buffer.from(key, "hex")));
  const version = await readAccessVersion(services);
  const found = await Promise.all(
    [...pages].map(async ([socket, { userId, sessionKey, stillHolds }]) => {
      const isSignedIn = sessionKey === null ? await stillHolds?.() : owners.get(sessionKey) === userId;
      const isThere = isSignedIn === true && (await services.principals.load(userId, version)) !== null;
      return isThere ? [socket] : [];
    }),
  );
  return new Set(found.flat());
}
