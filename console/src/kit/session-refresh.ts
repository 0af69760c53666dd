/** What is asked for again: who the person is and what they may do, or also the public settings. */
export type SessionPart = "profile" | "everything";

type Refresher = (part: SessionPart) => Promise<void>;

const state: { refresh: Refresher } = { refresh: async () => {} };

/** Connects the session; called once by the application, which owns it. */
export function connectSessionRefresh(refresh: Refresher): void {
  state.refresh = refresh;
}

/**
 * Asks again what the person may do and where, after something that changes it: an organization that came or went, a
 * role, a license. Menu, organization choice and guards follow at once; the page stays.
 *
 * @param part `everything` when the public settings may have changed too
 */
export function refreshSession(part: SessionPart = "profile"): Promise<void> {
  return state.refresh(part);
}
