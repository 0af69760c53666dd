import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import type { RedirectState } from "../kit/redirect-state.ts";
import type { Profile } from "../kit/session.ts";
import { TERMS_PATH } from "../kit/terms-address.ts";

/**
 * Brings whoever has not accepted the terms of use to their page, wherever they turn: no other page would get
 * anything from the server. Afterwards they come to where they were going.
 */
export function useTermsFirst({ is_first_login }: Profile): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isElsewhere = is_first_login === true && pathname !== TERMS_PATH;
  useEffect(() => {
    if (!isElsewhere) return;
    const state: RedirectState = { from: pathname + search };
    void navigate(TERMS_PATH, { replace: true, state });
  }, [isElsewhere, pathname, search, navigate]);
}
