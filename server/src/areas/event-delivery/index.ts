import type { Area } from "../../engine/area.ts";
import { defineJob } from "../../engine/jobs/index.ts";
import { deliverEvents } from "./delivery/deliver-events.ts";
import { testRoute } from "./delivery/test-route.ts";
import { placeNotes } from "./outbox/place-notes.ts";
import { removeOldEvents } from "./outbox/retention.ts";
import { deadLettersResource, deliveriesResource } from "./receivers/log-resources.ts";
import { receiverSecrets } from "./receivers/receiver.ts";
import { receiversResource } from "./receivers/receiver-resource.ts";
import "./tables.ts";

export { deliverEvents, placeNotes };

/** What happened, told to receivers outside. Contract: docs/contract/events.md. */
export const eventDeliveryArea: Area = {
  name: "event-delivery",
  resources: [receiversResource, deliveriesResource, deadLettersResource],
  routes: [testRoute],
  sealed: receiverSecrets,
  jobs: [
    defineJob({
      name: "events.deliver",
      schedule: { everySeconds: 2 },
      run: (services, _payload, { signal }) => deliverEvents(services, { signal }),
    }),
    defineJob({
      name: "events.remove",
      schedule: { everySeconds: 60 },
      run: (services) => removeOldEvents(services),
    }),
  ],
};
