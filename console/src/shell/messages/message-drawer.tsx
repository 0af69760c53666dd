import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Drawer } from "antd";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../kit/dialogs.tsx";
import { toastFailure } from "../../kit/feedback.ts";
import { PHONE, useMedia } from "../../kit/use-media.ts";
import { MessageList } from "./message-list.tsx";
import {
  markAllAsRead,
  markAsRead,
  reloadMessages,
  type SiteMessage,
  unreadMessages,
} from "./messages-api.ts";
import "./messages.css";

const MessageDialog = lazy(() => import("./message-dialog.tsx"));

interface MessageDrawerProps {
  readonly open: boolean;
  /** The number of unread messages the server told last. */
  readonly unread: number;
  /** Called with the number of unread messages each time the list was loaded. */
  readonly onUnread: (count: number) => void;
  readonly onClose: () => void;
}

/** The messages of the pages loaded, each once: one that came meanwhile moves the others down. */
function uniqueMessages(pages: readonly { readonly results: readonly SiteMessage[] }[]): SiteMessage[] {
  return [
    ...new Map(pages.flatMap(({ results }) => results).map((message) => [message.id, message])).values(),
  ];
}

/** The unread messages: read one, mark one, some or all as read. */
export default function MessageDrawer({ open, unread, onUnread, onClose }: MessageDrawerProps) {
  const { t } = useTranslation(["messages", "common"]);
  const client = useQueryClient();
  const phone = useMedia(PHONE);
  const list = useInfiniteQuery({ ...unreadMessages, enabled: open });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const tools = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<SiteMessage>();
  const messages = uniqueMessages(list.data?.pages ?? []);
  const selected = messages.filter(({ id }) => chosen.has(id)).map(({ id }) => id);

  const total = list.isFetching ? undefined : list.data?.pages.at(-1)?.count;
  useEffect(() => {
    if (total !== undefined) onUnread(total);
  }, [total, onUnread]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the server tells makes the list out of date
  useEffect(() => {
    if (open && total !== undefined && unread !== total) void reloadMessages(client);
  }, [unread, open, client]);

  const mark = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      toastFailure(error);
    }
    await reloadMessages(client);
    // What had the focus has gone with its message.
    if (document.activeElement === document.body) tools.current?.focus();
  };
  const markAll = () =>
    confirm({
      title: t("markAllTitle"),
      content: t("markAllBody"),
      confirmText: t("markAll"),
      onConfirm: async () => {
        await markAllAsRead();
        await reloadMessages(client);
      },
    });
  const readShown = () => {
    if (shown === undefined) return;
    setShown(undefined);
    void mark(() => markAsRead([shown.id]));
  };
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };

  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t("title")}
      size={phone ? "70%" : 380}
      mask={false}
      rootClassName="message-drawer"
      closable={{ "aria-label": t("common:close") }}
    >
      <div ref={tools} className="message-tools" tabIndex={-1}>
        <Button
          size="small"
          disabled={selected.length === 0}
          onClick={() => void mark(() => markAsRead(selected))}
        >
          {t("markSelected")}
        </Button>
        <Button size="small" disabled={messages.length === 0} onClick={markAll}>
          {t("markAll")}
        </Button>
      </div>
      <MessageList
        list={list}
        messages={messages}
        chosen={chosen}
        onChoose={choose}
        onOpen={setShown}
        onMark={(id) => void mark(() => markAsRead([id]))}
      />
      {shown === undefined ? null : (
        <Suspense>
          <MessageDialog message={shown} onRead={readShown} onCancel={() => setShown(undefined)} />
        </Suspense>
      )}
    </Drawer>
  );
}
