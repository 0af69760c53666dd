import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureText, toast } from "../feedback.ts";
import { sendCode } from "./confirm-api.ts";

/** Time between two codes, in seconds. */
const RESEND_AFTER = 60;

/** When the last code was sent, in milliseconds since 1970; it outlives the dialog, as the server's rule does. */
const state = { sentAt: Number.NEGATIVE_INFINITY };

function secondsLeft(): number {
  return Math.max(0, Math.ceil(RESEND_AFTER - (Date.now() - state.sentAt) / 1000));
}

/**
 * Sends codes by message, no more than one a minute.
 *
 * @param method name of the second factor that is sent; undefined when the chosen one is not
 * @param onProblem told what went wrong
 */
export function useSentCode(method: string | undefined, onProblem: (text: string | undefined) => void) {
  const { t } = useTranslation("confirm");
  const [left, setLeft] = useState(secondsLeft);
  const [busy, setBusy] = useState(false);
  const counting = left > 0;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setLeft(secondsLeft()), 1000);
    return () => clearInterval(timer);
  }, [counting]);
  const send = async () => {
    if (method === undefined || busy || secondsLeft() > 0) return;
    setBusy(true);
    onProblem(undefined);
    try {
      await sendCode(method);
      state.sentAt = Date.now();
      setLeft(secondsLeft());
      toast("success", t("sent"));
    } catch (error) {
      onProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return { left, busy, send };
}
