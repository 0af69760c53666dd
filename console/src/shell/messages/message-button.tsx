import { BellOutlined } from "@ant-design/icons";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "../../kit/feedback.ts";
import { NavbarButton } from "../navbar-button.tsx";
import { noticeSignedOut } from "./messages-api.ts";
import { watchUnread } from "./unread-socket.ts";

const MessageDrawer = lazy(() => import("./message-drawer.tsx"));

/** The bell: how many messages are unread, told live, and the drawer with them. */
export function MessageButton() {
  const { t } = useTranslation("messages");
  const [unread, setUnread] = useState(0);
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const client = useQueryClient();
  useEffect(
    () =>
      watchUnread({
        count: (count) => {
          setUnread(count);
          // A new request comes with a message: its badge and lists follow.
          void client.invalidateQueries({ queryKey: ["list", "/api/v1/tickets/tickets/"] });
        },
        outage: () => toast("error", t("disconnected")),
        signedOut: () => void noticeSignedOut(),
      }),
    [t, client],
  );
  return (
    <>
      <NavbarButton
        icon={<BellOutlined />}
        label={t("title")}
        name={unread > 0 ? t("unread", { count: unread }) : t("title")}
        badge={unread}
        expanded={open}
        onClick={() => {
          setWasOpened(true);
          setOpen(!open);
        }}
      />
      {wasOpened ? (
        <Suspense>
          <MessageDrawer open={open} unread={unread} onUnread={setUnread} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
