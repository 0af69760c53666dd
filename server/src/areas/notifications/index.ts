import { beforeTerms } from "../../engine/access/index.ts";
import type { Area } from "../../engine/area.ts";
import { defineJob } from "../../engine/jobs/index.ts";
import { sendChatJob } from "./chat-job.ts";
import { deliverySecrets } from "./deliveries/delivery.ts";
import { messageDeliveriesResource } from "./deliveries/delivery-resource.ts";
import { removeOldDeliveries } from "./deliveries/retention.ts";
import { gatheredSecrets } from "./digests/gather.ts";
import { digestsJob } from "./digests/send-digests.ts";
import { sendMailJob } from "./mail/mail-job.ts";
import { mailTestRoute } from "./mail/test-route.ts";
import { sendRoomJob } from "./rooms/room-job.ts";
import { roomTestRoutes } from "./rooms/test-routes.ts";
import { siteMessagesResource } from "./site-messages.ts";
import { channelRoutes } from "./subscriptions/channel-routes.ts";
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
    resources: [siteMessagesResource, messageDeliveriesResource],
    sealed: [...deliverySecrets, ...gatheredSecrets],
    routes: [...subscriptionRoutes, ...channelRoutes, mailTestRoute, ...roomTestRoutes],
    jobs: [
      sendMailJob,
      sendChatJob,
      sendRoomJob,
      digestsJob,
      defineJob({
        name: "notifications.remove-deliveries",
        schedule: { cron: "40 3 * * *" },
        run: (services) => removeOldDeliveries(services),
      }),
    ],
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
