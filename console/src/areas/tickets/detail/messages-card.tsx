import { useQuery } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fetchPage } from "../../../kit/api/resources.ts";
import { toastFailure } from "../../../kit/feedback.ts";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { RelativeTimes, TimeText } from "../../../kit/time-text.tsx";
import { COMMENTS_URL } from "../resources.ts";
import { writeComment } from "./decisions.ts";
import { MessageText } from "./message-text.tsx";

/** Milliseconds between silent looks for new messages while a ticket is open. */
const REFRESH = 15_000;

interface MessagesCardProps {
  readonly ticketId: string;
  readonly isOpen: boolean;
  /** What is typed and not sent yet. */
  readonly draft: string;
  readonly onDraft: (text: string) => void;
}

/** What was said about a ticket, and what happened to it, oldest first. */
export function MessagesCard({ ticketId, isOpen, draft, onDraft }: MessagesCardProps) {
  const { t } = useTranslation("tickets");
  const [busy, setBusy] = useState(false);
  const messages = useQuery({
    queryKey: ["list", COMMENTS_URL, ticketId],
    queryFn: ({ signal }) => fetchPage(COMMENTS_URL, { ticket_id: ticketId }, signal),
    refetchInterval: isOpen ? REFRESH : false,
  });
  const send = async () => {
    if (busy || draft.trim() === "") return;
    setBusy(true);
    try {
      await writeComment(ticketId, draft.trim());
      onDraft("");
      await messages.refetch();
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const rows = messages.data?.results;
  return (
    <section className="card ticket-messages">
      <h2>{t("messages.title")}</h2>
      {messages.error !== null && rows === undefined ? (
        <FailureNotice error={messages.error} onRetry={() => void messages.refetch()} />
      ) : rows === undefined ? (
        <div className="card-loading" aria-busy="true" />
      ) : rows.length === 0 ? (
        <p className="hint">{t("messages.empty")}</p>
      ) : (
        <ol>
          {rows.map((row) => (
            <li key={String(row.id)}>
              <p className="ticket-message-head">
                <strong>{valueText(row.user_display)}</strong>
                <RelativeTimes value>
                  <TimeText value={row.date_created} />
                </RelativeTimes>
              </p>
              <MessageText text={valueText(row.body)} />
            </li>
          ))}
        </ol>
      )}
      {isOpen ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <Input.TextArea
            aria-label={t("messages.reply")}
            placeholder={t("messages.reply")}
            value={draft}
            autoSize={{ minRows: 2, maxRows: 8 }}
            onChange={({ target }) => onDraft(target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
            }}
          />
          <Button htmlType="submit" loading={busy} disabled={draft.trim() === ""}>
            {t("messages.send")}
          </Button>
        </form>
      ) : null}
    </section>
  );
}
