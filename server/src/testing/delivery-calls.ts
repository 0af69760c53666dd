import { storeFailedMessage } from "./matrix/failed-message.ts";
import { storeEventReceiver } from "./matrix/fixtures.ts";
import type { TestProduct } from "./product.ts";

/** How what was not delivered is removed, or sent again. */
export const deliveryCalls = (product: () => TestProduct) => ({
  "sallyport/event-dead-letters/:id/": async () => {
    const { "/api/v1/sallyport/event-dead-letters/": id } = await storeEventReceiver(product());
    return { url: `sallyport/event-dead-letters/${id}/` };
  },
  "sallyport/system-message-channels/:type/": async () => ({
    url: "sallyport/system-message-channels/ServerPerformanceMessage/",
    body: { rooms: ["slack"] },
  }),
  "sallyport/message-deliveries/:id/retry/": async () => ({
    url: `sallyport/message-deliveries/${await storeFailedMessage(product())}/retry/`,
  }),
});
