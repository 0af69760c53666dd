import type { Json } from "../json.ts";

/** What a session remembers beside its user: steps of a sign-in, confirmations, the chosen organization. */
export type SessionData = Readonly<Record<string, Json>>;
