import { Alert, Button, Input, type InputRef, Modal, Select } from "antd";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/api-error.ts";
import { failureText } from "../feedback.ts";
import { confirmWith } from "./confirm-api.ts";
import type { ConfirmQuestion } from "./confirmation.ts";
import { signWithPasskey } from "./passkey.ts";
import { useSentCode } from "./use-sent-code.ts";
import "./confirm.css";

/** Digits of a one-time password. */
const OTP_LENGTH = 6;

interface ConfirmDialogProps {
  readonly question: ConfirmQuestion;
  readonly onAnswer: (confirmed: boolean) => void;
}

/** Asks for the password or a second factor (docs/contract/console.md, "Confirmation"). */
export default function ConfirmDialog({ question, onAnswer }: ConfirmDialogProps) {
  const { t } = useTranslation(["confirm", "factors", "common"]);
  const { type, methods } = question;
  const id = useId();
  const input = useRef<InputRef>(null);
  const [method, setMethod] = useState(methods.find(({ disabled }) => !disabled)?.name);
  const [secret, setSecret] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const code = useSentCode(method === "sms" ? method : undefined, setProblem);
  const chosen = methods.find(({ name }) => name === method);
  const isOtp = type === "mfa" && method === "otp";
  const isPasskey = type === "mfa" && method === "passkey";
  const impossible = type === "mfa" && method === undefined;
  useEffect(() => {
    // A refused or another method's code is typed anew.
    if (!busy && method !== null) input.current?.focus();
  }, [busy, method]);

  const submit = async (value: string) => {
    if (busy || impossible) return;
    const text = type === "mfa" ? value.trim() : value;
    if (isOtp && !/^\d{6}$/.test(text)) return setProblem(t("sixDigits"));
    if (text === "") return setProblem(t("required"));
    setBusy(true);
    setProblem(undefined);
    try {
      await confirmWith(type, method, text);
      onAnswer(true);
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
      onAnswer(true);
    } catch (error) {
      setProblem(error instanceof ApiError ? failureText(error) : t("confirm:passkey.cancelled"));
      setBusy(false);
    }
  };
  const change = (value: string) => {
    setSecret(value);
    setProblem(undefined);
    if (isOtp && /^\d{6}$/.test(value)) void submit(value);
  };
  const common = {
    ref: input,
    id,
    value: secret,
    disabled: busy || impossible,
    "aria-invalid": problem !== undefined,
    "aria-describedby": `${id}-problem`,
    ...(problem === undefined ? {} : { status: "error" as const }),
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  };
  return (
    <Modal
      open
      title={t("title")}
      width={{ xs: "92%", sm: "80%", md: "60%", lg: "36%" }}
      className="confirm-dialog"
      okText={t(isPasskey ? "confirm:passkey.use" : "common:confirm")}
      cancelText={t("common:cancel")}
      confirmLoading={busy}
      okButtonProps={{ disabled: impossible }}
      onOk={() => void (isPasskey ? sign() : submit(secret))}
      onCancel={() => onAnswer(false)}
      mask={{ closable: false }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void (isPasskey ? sign() : submit(secret));
        }}
      >
        <p className="hint">{t("body")}</p>
        {impossible ? <Alert type="warning" showIcon title={t("noMethod")} /> : null}
        {type === "mfa" ? (
          <div className="confirm-line">
            <label htmlFor={`${id}-method`}>{t("method")}</label>
            <Select<string>
              id={`${id}-method`}
              value={method ?? null}
              disabled={busy || impossible}
              options={methods.map((one) => ({
                value: one.name,
                label: one.display_name,
                disabled: one.disabled,
              }))}
              onChange={(next) => {
                setMethod(next);
                setSecret("");
                setProblem(undefined);
              }}
            />
          </div>
        ) : null}
        {isPasskey ? (
          <p>{chosen?.placeholder || t("confirm:passkey.hint")}</p>
        ) : (
          <div className="confirm-line">
            <label htmlFor={id}>{t(type === "mfa" ? "code" : "password")}</label>
            <span className="confirm-input">
              {type === "password" ? (
                <Input.Password {...common} autoComplete="current-password" />
              ) : (
                <Input
                  {...common}
                  autoComplete="one-time-code"
                  placeholder={chosen?.placeholder ?? ""}
                  {...(isOtp ? { inputMode: "numeric" as const, maxLength: OTP_LENGTH } : {})}
                />
              )}
              {method === "sms" ? (
                <Button disabled={code.left > 0 || busy} loading={code.busy} onClick={() => void code.send()}>
                  {code.left > 0 ? t("sendAgain", { count: code.left }) : t("send")}
                </Button>
              ) : null}
            </span>
          </div>
        )}
        <p className="confirm-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
        {/* Enter submits although the buttons stand outside of the form. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      </form>
    </Modal>
  );
}
