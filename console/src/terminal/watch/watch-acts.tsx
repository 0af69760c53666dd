import { LockOutlined, StopOutlined, UnlockOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ReasonField, type TypedReason } from "../../kit/dialog/reason-field.tsx";
import { confirm } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import { askOfSessions, type SessionTask } from "../../kit/session-tasks.ts";

/** Pauses, resumes and ends the session that is watched, with a reason its person reads. */
export function WatchActs(props: {
  readonly sessionId: string;
  /** The ticket that asks who watches; its calls are used then. */
  readonly ticketId: string | undefined;
  readonly isPaused: boolean;
}) {
  const { sessionId, ticketId, isPaused } = props;
  const { t } = useTranslation("terminal");
  const ask = (task: SessionTask, question: "pause" | "resume" | "terminate") => {
    const reason: TypedReason = { value: "" };
    confirm({
      title: t(`watch.${question}Title`),
      content: (
        <>
          {t(`watch.${question}Body`)}
          <ReasonField reason={reason} label={t("watch.reason")} hint={t("watch.reasonHint")} />
        </>
      ),
      confirmText: t(`watch.${question}`),
      danger: question === "terminate",
      onConfirm: async () => {
        const isTold = await askOfSessions([sessionId], task, {
          reason: reason.value,
          forTicket: ticketId !== undefined,
        });
        if (!isTold) toast("info", t("watch.over"));
      },
    });
  };
  return (
    <div className="luna-watch-acts">
      <Button
        icon={isPaused ? <UnlockOutlined aria-hidden /> : <LockOutlined aria-hidden />}
        onClick={() => (isPaused ? ask("unlock_session", "resume") : ask("lock_session", "pause"))}
      >
        {t(isPaused ? "watch.resume" : "watch.pause")}
      </Button>
      <Button danger icon={<StopOutlined aria-hidden />} onClick={() => ask("kill_session", "terminate")}>
        {t("watch.terminate")}
      </Button>
    </div>
  );
}
