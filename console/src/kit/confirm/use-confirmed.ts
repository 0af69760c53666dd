import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "../api/client.ts";
import { toastFailure } from "../feedback.ts";
import { confirmed } from "./confirmation.ts";

/** Something read behind a confirmation. */
export interface ConfirmedRead<Answer> {
  /** What was read; undefined before, and after `clear`. */
  readonly data: Answer | undefined;
  readonly busy: boolean;
  /** Reads it, asking for a confirmation when the server wants one; a failure is told. */
  read(): Promise<void>;
  /** Forgets what was read. */
  clear(): void;
}

/**
 * Reads a guarded address on demand. What was read is held by this component alone and in no cache.
 *
 * @example const secret = useConfirmed<{ secret: string }>(`/api/v1/accounts/account-secrets/${id}/`);
 */
export function useConfirmed<Answer>(url: string): ConfirmedRead<Answer> {
  const [data, setData] = useState<Answer>();
  const [busy, setBusy] = useState(false);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const read = useCallback(async () => {
    setBusy(true);
    try {
      const answer = await confirmed(() => api<Answer>(url));
      if (shown.current) setData(answer);
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  }, [url]);
  const clear = useCallback(() => setData(undefined), []);
  return { data, busy, read, clear };
}
