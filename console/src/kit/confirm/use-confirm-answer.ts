import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/api-error.ts";
import { failureText } from "../feedback.ts";
import { confirmWith } from "./confirm-api.ts";
import { signWithPasskey } from "./passkey.ts";
import type { ConfirmQuestion } from "./question.ts";

/**
 * The answer to a confirmation: the chosen method, what is typed, and its way to the server.
 *
 * @param onConfirmed is called once the server has taken the answer
 */
export function useConfirmAnswer({ type, methods }: ConfirmQuestion, onConfirmed: () => void) {
  const { t } = useTranslation(["confirm", "factors", "common"]);
  const [method, setMethod] = useState(methods.find(({ disabled }) => !disabled)?.name);
  const [secret, setSecret] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const isOtp = type === "mfa" && method === "otp";
  const isPasskey = type === "mfa" && method === "passkey";
  const impossible = type === "mfa" && method === undefined;

  const submit = async (value: string) => {
    if (busy || impossible) return;
    const text = type === "mfa" ? value.trim() : value;
    if (isOtp && !/^\d{6}$/.test(text)) return setProblem(t("sixDigits"));
    if (text === "") return setProblem(t("required"));
    setBusy(true);
    setProblem(undefined);
    try {
      await confirmWith(type, method, text);
      onConfirmed();
    } catch (error) {
      setProblem(failureText(error));
      setSecret("");
      setBusy(false);
    }
  };
  const sign = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await confirmWith(type, method, await signWithPasskey());
      onConfirmed();
    } catch (error) {
      setProblem(error instanceof ApiError ? failureText(error) : t("confirm:passkey.cancelled"));
      setBusy(false);
    }
  };
  return {
    method,
    secret,
    problem,
    busy,
    isOtp,
    isPasskey,
    /** No method that could be chosen is left. */
    impossible,
    setProblem,
    choose: (next: string) => {
      setMethod(next);
      setSecret("");
      setProblem(undefined);
    },
    change: (value: string) => {
      setSecret(value);
      setProblem(undefined);
      if (isOtp && /^\d{6}$/.test(value)) void submit(value);
    },
    send: () => void (isPasskey ? sign() : submit(secret)),
  };
}

/** What {@link useConfirmAnswer} hands to the parts of the dialog. */
export type ConfirmAnswer = ReturnType<typeof useConfirmAnswer>;
