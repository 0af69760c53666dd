import { Alert, type InputRef, Modal } from "antd";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { MethodLine } from "./method-line.tsx";
import type { ConfirmQuestion } from "./question.ts";
import { SecretLine } from "./secret-line.tsx";
import { useConfirmAnswer } from "./use-confirm-answer.ts";
import { useSentCode } from "./use-sent-code.ts";
import "./confirm.css";

/** Where a second factor is set up: in a window of its own, so that what is being done here stays. */
const SET_UP = "/ui/profile/info";

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
  const answer = useConfirmAnswer(question, () => onAnswer(true));
  const { method, busy, isPasskey, impossible } = answer;
  const code = useSentCode(method === "sms" ? method : undefined, answer.setProblem);
  const chosen = methods.find(({ name }) => name === method);
  useEffect(() => {
    // A refused or another method's code is typed again.
    if (!busy && method !== null) input.current?.focus();
  }, [busy, method]);
  return (
    <Modal
      open
      title={t("title")}
      width={{ xs: "92%", sm: "80%", md: "60%", lg: "36%" }}
      className="confirm-dialog"
      okText={t(impossible ? "setUp" : isPasskey ? "confirm:passkey.use" : "common:confirm")}
      cancelText={t("common:cancel")}
      confirmLoading={busy}
      okButtonProps={impossible ? { href: SET_UP, target: "_blank", rel: "noreferrer" } : {}}
      onOk={impossible ? () => onAnswer(false) : answer.send}
      onCancel={() => onAnswer(false)}
      mask={{ closable: false }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          answer.send();
        }}
      >
        <p className="hint">{t("body")}</p>
        {impossible ? <Alert type="warning" showIcon title={t("noMethod")} /> : null}
        {type === "mfa" && methods.length > 0 ? (
          <MethodLine id={id} methods={methods} answer={answer} />
        ) : null}
        {impossible ? null : isPasskey ? (
          <p>{chosen?.placeholder || t("confirm:passkey.hint")}</p>
        ) : (
          <SecretLine
            id={id}
            input={input}
            type={type}
            answer={answer}
            placeholder={chosen?.placeholder ?? ""}
            code={code}
          />
        )}
        <p className="confirm-problem" id={`${id}-problem`} role="alert">
          {answer.problem}
        </p>
        {/* Enter submits although the buttons stand outside of the form. */}
        <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" />
      </form>
    </Modal>
  );
}
