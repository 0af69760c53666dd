import { signedIn } from "../../engine/access/rules.ts";
import type { Area } from "../../engine/area.ts";
import { siteMessagesResource } from "./site-messages.ts";
import { createUnreadSockets, type UnreadSockets } from "./unread-sockets.ts";
import "./tables.ts";

export { sendSiteMessage } from "./send.ts";

/** Messages to people inside the console. Contract: docs/contract/notifications.md. */
export function createNotificationsArea(options: { readonly checkSeconds?: number } = {}): Area {
  let sockets: UnreadSockets | undefined;
  return {
    name: "notifications",
    resources: [siteMessagesResource],
    sockets: [
      {
        path: "/ws/notifications/site-msg/",
        access: signedIn("tells the caller's own number of unread messages"),
        connect: (context, connection) => {
          sockets ??= createUnreadSockets(context.services, options.checkSeconds);
          sockets.connect(context, connection);
        },
      },
    ],
  };
}
