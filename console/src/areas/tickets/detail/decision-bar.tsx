import { CheckOutlined, CloseOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../kit/api/api-error.ts";
import { toastFailure } from "../../../kit/feedback.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { useSession } from "../../../kit/session.ts";
import type { TicketType } from "../resources.ts";
import { applicantText, isEmergency, isLastStep, isOpen, mayDecide, stateOf } from "../ticket.ts";
import { asRequested, type Decision, decide, isComplete } from "./decisions.ts";
import { outcomeText } from "./outcome.ts";

const ApproveDialog = lazy(() => import("./approve-dialog.tsx"));
const RejectDialog = lazy(() => import("./reject-dialog.tsx"));

interface DecisionBarProps {
  readonly ticket: Row;
  readonly type: TicketType;
  /** A message that was typed and not sent: it is sent before the decision. */
  readonly message: string;
  readonly onDecided: () => Promise<unknown>;
}

/** Where a ticket stands. It has the focus after the person's own decision, so that it is seen and heard. */
function Outcome({ ticket, isFresh }: { readonly ticket: Row; readonly isFresh: boolean }) {
  const { t } = useTranslation("tickets");
  const { profile } = useSession();
  const element = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (isFresh) element.current?.focus();
  }, [isFresh]);
  const state = isOpen(ticket) ? "pending" : stateOf(ticket);
  return (
    <output ref={element} tabIndex={-1} className={`ticket-outcome is-${state} ${isFresh ? "is-fresh" : ""}`}>
      {state === "approved" ? <CheckOutlined aria-hidden /> : null}
      {state === "rejected" || state === "closed" ? <CloseOutlined aria-hidden /> : null}
      <span>{outcomeText(ticket, profile, t)}</span>
    </output>
  );
}

/** Approve and reject, in reach of the thumb on a phone; for everybody else where the ticket stands. */
export function DecisionBar({ ticket, type, message, onDecided }: DecisionBarProps) {
  const { t } = useTranslation("tickets");
  const { profile } = useSession();
  const [dialog, setDialog] = useState<"approve" | "reject">();
  const [busy, setBusy] = useState<Decision>();
  const [hasDecided, setDecided] = useState(false);
  const isForAssets = type === "apply_asset";
  const isSignOff = isEmergency(ticket);
  const send = async (decision: Decision, options: { message?: string; body?: Row }) => {
    if (busy !== undefined) return;
    setBusy(decision);
    try {
      if (!(await decide(type, String(ticket.id), decision, options))) return;
      setDialog(undefined);
      setDecided(true);
      await onDecided();
    } finally {
      setBusy(undefined);
    }
  };
  const orTell = (sent: Promise<void>) =>
    void sent.catch(async (error: unknown) => {
      toastFailure(error);
      // Somebody else may have been faster.
      if (error instanceof ApiError && error.status < 500) await onDecided();
    });
  const approve = () => {
    if (isForAssets && isLastStep(ticket) && !isComplete(ticket)) return setDialog("approve");
    orTell(send("approve", { message, ...(isForAssets ? { body: asRequested(ticket) } : {}) }));
  };
  if (!mayDecide(ticket, profile)) {
    return (
      <div className="ticket-decide">
        <Outcome ticket={ticket} isFresh={hasDecided} />
      </div>
    );
  }
  return (
    <div className="ticket-decide is-asking">
      <Button
        type="primary"
        size="large"
        icon={<CheckOutlined aria-hidden />}
        loading={busy === "approve" && dialog === undefined}
        disabled={busy === "reject"}
        onClick={approve}
      >
        {t(isSignOff ? "emergency.approve" : "decide.approve")}
      </Button>
      <Button danger size="large" disabled={busy !== undefined} onClick={() => setDialog("reject")}>
        {t(isSignOff ? "emergency.reject" : "decide.reject")}
      </Button>
      {isForAssets ? (
        <Button size="large" disabled={busy !== undefined} onClick={() => setDialog("approve")}>
          {t("decide.change")}
        </Button>
      ) : null}
      <Suspense fallback={null}>
        {dialog === "approve" ? (
          <ApproveDialog
            ticket={ticket}
            onApprove={(body) => send("approve", { message, body })}
            onClose={() => setDialog(undefined)}
          />
        ) : null}
        {dialog === "reject" ? (
          <RejectDialog
            applicant={applicantText(ticket)}
            isSignOff={isSignOff}
            busy={busy === "reject"}
            onReject={(reason) =>
              orTell(send("reject", { message: [message, reason].filter(Boolean).join("\n\n") }))
            }
            onClose={() => setDialog(undefined)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
