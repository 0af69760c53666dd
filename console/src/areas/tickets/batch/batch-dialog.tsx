import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../../kit/api/client.ts";
import { confirmed } from "../../../kit/confirm/confirmation.ts";
import { Dialog } from "../../../kit/dialog/dialog.tsx";
import { toast, toastFailure } from "../../../kit/feedback.ts";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { TICKET_SETS, TICKET_TYPES, type TicketType } from "../resources.ts";
import { applicantText, relationText, typeOf } from "../ticket.ts";
import { TypeText } from "../ticket-marks.tsx";
import "../tickets.css";

/** What a row of any type tells of the thing asked for. */
const FACTS = {
  apply_asset: ["apply_assets", "apply_nodes"],
  login_confirm: [],
  login_asset_confirm: ["apply_login_user", "apply_login_asset"],
  command_confirm: ["apply_run_user", "apply_from_session", "apply_from_cmd_filter_acl"],
} as const satisfies Readonly<Record<TicketType, readonly string[]>>;

type Decision = "approve" | "reject";

/** Sends one decision about several tickets, type by type. */
async function decide(tickets: readonly Row[], action: Decision): Promise<void> {
  for (const type of TICKET_TYPES) {
    const rows = tickets.filter((ticket) => typeOf(ticket) === type);
    if (rows.length === 0) continue;
    await api(`${TICKET_SETS[type].url}bulk/`, {
      method: "PUT",
      query: { action },
      body: { tickets: rows.map(({ id }) => id) },
    });
  }
}

function TicketFacts({ ticket }: { readonly ticket: Row }) {
  const { t } = useTranslation("tickets");
  const type = typeOf(ticket);
  const facts = [
    { name: "applicant" as const, text: applicantText(ticket) },
    ...(type === undefined ? [] : FACTS[type]).map((name) => ({ name, text: relationText(ticket, name) })),
    { name: "comment" as const, text: valueText(ticket.comment) },
  ];
  return (
    <li className="card batch-ticket">
      <h3>
        {valueText(ticket.title)}{" "}
        <span className="tag">
          <TypeText ticket={ticket} />
        </span>
      </h3>
      <dl className="detail-list">
        {facts
          .filter(({ text }) => text !== "")
          .map(({ name, text }) => (
            <div key={name}>
              <dt>{t(`field.${name}`)}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
    </li>
  );
}

interface BatchDialogProps {
  readonly tickets: readonly Row[];
  /** Called when some were decided, and when that failed: some may have been. */
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Approves or rejects the selected tickets together, with what each of them asks for in view. */
export default function BatchDialog({ tickets, onDone, onClose }: BatchDialogProps) {
  const { t } = useTranslation("tickets");
  const [busy, setBusy] = useState<Decision>();
  const count = tickets.length;
  const send = async (action: Decision) => {
    setBusy(action);
    try {
      const done = await confirmed(async () => {
        await decide(tickets, action);
        return true;
      });
      if (done !== true) return;
      toast("success", t(action === "approve" ? "batch.approved" : "batch.rejected", { count }));
      onClose();
      await onDone();
    } catch (error) {
      toastFailure(error);
      await onDone();
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Dialog title={t("batch.title", { count })} size="page" modal onClose={onClose}>
      {tickets.some((ticket) => typeOf(ticket) === "apply_asset") ? (
        <p className="hint">{t("batch.limits")}</p>
      ) : null}
      <ul className="batch-tickets">
        {tickets.map((ticket) => (
          <TicketFacts key={String(ticket.id)} ticket={ticket} />
        ))}
      </ul>
      <div className="ticket-buttons">
        <Button
          danger
          loading={busy === "reject"}
          disabled={busy === "approve"}
          onClick={() => void send("reject")}
        >
          {t("batch.reject", { count })}
        </Button>
        <Button
          type="primary"
          loading={busy === "approve"}
          disabled={busy === "reject"}
          onClick={() => void send("approve")}
        >
          {t("batch.approve", { count })}
        </Button>
      </div>
    </Dialog>
  );
}
