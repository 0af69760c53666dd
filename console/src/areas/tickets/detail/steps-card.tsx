import { Button, Popover } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Row } from "../../../kit/metadata/types.ts";
import { TimeText } from "../../../kit/time-text.tsx";
import {
  applicantText,
  currentStep,
  isEmergency,
  isOpen,
  stepsOf,
  type TicketState,
  type TicketStep,
} from "../ticket.ts";

/** Approvers named at once; the others are a click away. */
const SHOWN = 4;

interface StepProps {
  readonly look: TicketState | "active" | "next";
  readonly title: string;
  readonly children?: ReactNode;
}

function Step({ look, title, children }: StepProps) {
  return (
    <li className={`ticket-step is-${look}`} aria-current={look === "active" ? "step" : undefined}>
      <span className="ticket-step-title">{title}</span>
      {children}
    </li>
  );
}

function Approvers({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation("tickets");
  const more = names.length - SHOWN;
  return (
    <span>
      {names.slice(0, SHOWN).join(", ")}{" "}
      {more > 0 ? (
        <Popover
          trigger="click"
          content={
            <ul className="ticket-approvers">
              {names.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          }
        >
          <Button type="link" size="small">
            {t("steps.more", { count: more })}
          </Button>
        </Popover>
      ) : null}
    </span>
  );
}

interface LevelProps {
  readonly step: TicketStep;
  readonly isActive: boolean;
  readonly isSingle: boolean;
  readonly applicant: string;
  readonly isSignOff: boolean;
}

function Level({ step, isActive, isSingle, applicant, isSignOff }: LevelProps) {
  const { t } = useTranslation("tickets");
  const isDecided = step.state !== "pending";
  const decidedBy = step.processorName || (step.state === "closed" ? applicant : "");
  return (
    <Step
      look={isDecided ? step.state : isActive ? "active" : "next"}
      title={isSingle ? t("steps.single") : t("steps.level", { level: step.level })}
    >
      {isDecided ? (
        <>
          <span>
            {t(isSignOff ? `emergency.${step.state}` : `state.${step.state}`)} · {decidedBy}
          </span>
          <TimeText value={step.decidedAt} />
        </>
      ) : (
        <span>
          {t(isActive ? "steps.waitingFor" : "steps.next")} <Approvers names={step.names} />
        </span>
      )}
    </Step>
  );
}

/** How far a ticket is: who asked, who decided and who is still to decide. */
export function StepsCard({ ticket }: { readonly ticket: Row }) {
  const { t } = useTranslation("tickets");
  const steps = stepsOf(ticket);
  const current = currentStep(ticket);
  const applicant = applicantText(ticket);
  const last = steps.findLast(({ state }) => state !== "pending");
  return (
    <section className="card">
      <h2>{t("steps.title")}</h2>
      <ol className="ticket-steps">
        <Step look="approved" title={t("steps.opened")}>
          <span>{applicant}</span>
          <TimeText value={ticket.date_created} />
        </Step>
        {steps.map((step) => (
          <Level
            key={step.level}
            step={step}
            isActive={step.level === current?.level}
            isSingle={steps.length === 1}
            applicant={applicant}
            isSignOff={isEmergency(ticket)}
          />
        ))}
        <Step look={isOpen(ticket) ? "next" : (last?.state ?? "closed")} title={t("steps.finished")}>
          {isOpen(ticket) ? null : <TimeText value={last?.decidedAt ?? ticket.date_updated} />}
        </Step>
      </ol>
    </section>
  );
}
