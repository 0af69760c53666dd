import { beforeTerms } from "../../engine/access/index.ts";
import type { Area } from "../../engine/area.ts";
import { sendChatJob } from "./chat-job.ts";
import { sendMailJob } from "./mail/mail-job.ts";
import { mailTestRoute } from "./mail/test-route.ts";
import { siteMessagesResource } from "./site-messages.ts";
import { subscriptionRoutes } from "./subscriptions/subscription-routes.ts";
import { createUnreadSockets, type UnreadSockets } from "./unread-sockets.ts";
import "./tables.ts";

export type { MessageChannel } from "./chat-job.ts";
export { isMailSetUp } from "./mail/mail-server.ts";
export { mailFile, mailNotice, type NoticeServices, notifyUsers, type Sending } from "./notices/deliver.ts";
export type { Notice, NoticePart } from "./notices/notice.ts";
export { sendSiteMessage } from "./send.ts";
export { notifySubscribers } from "./subscriptions/system-messages.ts";

/** Messages to people, inside the console and by mail. Contract: docs/contract/notifications.md. */
export function createNotificationsArea(options: { readonly checkSeconds?: number } = {}): Area {
  let sockets: UnreadSockets | undefined;
  return {
    name: "notifications",
    resources: [siteMessagesResource],
    routes: [...subscriptionRoutes, mailTestRoute],
    jobs: [sendMailJob, sendChatJob],
    sockets: [
      {
        path: "/ws/notifications/site-msg/",
        access: beforeTerms("tells the caller's own number of unread messages"),
        connect: (context, connection) => {
          sockets ??= createUnreadSockets(context.services, options.checkSeconds);
          sockets.connect(context, connection);
        },
      },
    ],
  };
}
