import { Button, Input, type InputRef } from "antd";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import type { ConfirmQuestion } from "./question.ts";
import type { ConfirmAnswer } from "./use-confirm-answer.ts";
import type { useSentCode } from "./use-sent-code.ts";

/** Digits of a one-time password. */
const OTP_LENGTH = 6;

interface SecretLineProps {
  readonly id: string;
  readonly input: Ref<InputRef>;
  readonly type: ConfirmQuestion["type"];
  readonly answer: ConfirmAnswer;
  /** Shown in an empty input, by the chosen method. */
  readonly placeholder: string;
  /** The code that can be sent, where the method is one of messages. */
  readonly code: ReturnType<typeof useSentCode>;
}

/** The line for the password or the code, with the button that has a code sent. */
export function SecretLine({ id, input, type, answer, placeholder, code }: SecretLineProps) {
  const { t } = useTranslation(["confirm", "factors", "common"]);
  const { method, problem, busy } = answer;
  const common = {
    ref: input,
    id,
    value: answer.secret,
    disabled: busy || answer.impossible,
    "aria-invalid": problem !== undefined,
    "aria-describedby": `${id}-problem`,
    ...(problem === undefined ? {} : { status: "error" as const }),
    onChange: (event: { target: { value: string } }) => answer.change(event.target.value),
  };
  return (
    <div className="confirm-line">
      <label htmlFor={id}>{t(type === "mfa" ? "code" : "password")}</label>
      <span className="confirm-input">
        {type === "password" ? (
          <Input.Password {...common} autoComplete="current-password" />
        ) : (
          <Input
            {...common}
            autoComplete="one-time-code"
            placeholder={placeholder}
            {...(answer.isOtp ? { inputMode: "numeric" as const, maxLength: OTP_LENGTH } : {})}
          />
        )}
        {method === "sms" ? (
          <Button disabled={code.left > 0 || busy} loading={code.busy} onClick={() => void code.send()}>
            {code.left > 0 ? t("sendAgain", { count: code.left }) : t("send")}
          </Button>
        ) : null}
      </span>
    </div>
  );
}
