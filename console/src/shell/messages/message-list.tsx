import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { FailureNotice, Notice } from "../../kit/list/list-states.tsx";
import { MessageRow } from "./message-row.tsx";
import type { SiteMessage } from "./messages-api.ts";
import { MoreMessages } from "./more-messages.tsx";

interface MessageListProps {
  /** The pages loaded so far, and how loading them goes. */
  readonly list: UseInfiniteQueryResult;
  /** The messages of these pages. */
  readonly messages: readonly SiteMessage[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (id: string, isChosen: boolean) => void;
  readonly onOpen: (message: SiteMessage) => void;
  readonly onMark: (id: string) => void;
}

/** The unread messages, or why there are none to see, and the button for more. */
export function MessageList({ list, messages, chosen, onChoose, onOpen, onMark }: MessageListProps) {
  const { t } = useTranslation(["messages", "common"]);
  return (
    <>
      {list.isPending ? (
        <div className="message-skeleton" role="status" aria-label={t("loading")}>
          <span />
          <span />
          <span />
          <span />
        </div>
      ) : list.isError && messages.length === 0 ? (
        <FailureNotice error={list.error} title={t("failed")} onRetry={() => void list.refetch()} />
      ) : messages.length === 0 ? (
        <Notice title={t("empty")} body={t("emptyBody")} />
      ) : (
        <ul className="message-list">
          {messages.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              chosen={chosen.has(message.id)}
              onChoose={(isChosen) => onChoose(message.id, isChosen)}
              onOpen={() => onOpen(message)}
              onMark={() => onMark(message.id)}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage ? (
        <MoreMessages
          isLoading={list.isFetchingNextPage}
          hasFailed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      ) : null}
    </>
  );
}
