import { defineJob, JobAbandonedError, type JobQueue, queueJob } from "../../engine/jobs/index.ts";
import type { Services } from "../../engine/services.ts";
import { noteQueued, tried } from "./deliveries/delivery.ts";

/** A way to write to somebody outside the console and beside mail. */
export interface MessageChannel {
  /** The backend by which people choose it. */
  readonly name: string;
  /**
   * Sends a message to an address; answers why it never will be sent, or null.
   * @throws where another try may help
   */
  readonly send: (
    services: Pick<Services, "config" | "settings">,
    to: string,
    message: { readonly subject: string; readonly text: string },
  ) => Promise<string | null>;
}

declare module "../../engine/extensions.ts" {
  interface ExtensionPoints {
    /** Chat platforms people are written to. */
    messageChannels: MessageChannel;
  }
}

type QueuedMessage = {
  readonly channel: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** What the receiver is called. */
  readonly receiver?: string;
  /** Row of the delivery log. */
  readonly delivery?: string;
};

/** Sends a message by a chat platform, and tries again when it is away. */
export const sendChatJob = defineJob<QueuedMessage>({
  name: "notifications.chat",
  // One slow platform must not take every worker.
  lanes: 2,
  run(services, { delivery, ...queued }, attempt) {
    return tried(services, { id: delivery, attempt, message: JSON.stringify(queued) }, async () => {
      const { channel: name, to, subject, text } = queued;
      const channel = services.extensions.of("messageChannels").find((one) => one.name === name);
      const isOn = await services.settings.get<boolean>(`AUTH_${name.toUpperCase()}`);
      if (channel === undefined || !isOn)
        throw new JobAbandonedError(`a message was not sent: ${name} is off`);
      const refusal = await channel.send(services, to, { subject, text });
      if (refusal !== null) throw new JobAbandonedError(refusal);
      return "";
    });
  },
});

/** Queues a message, in the transaction of `db`. */
export async function queueChatMessage(queue: JobQueue, message: QueuedMessage): Promise<void> {
  const { channel: backend, to: address, subject, receiver = "" } = message;
  const delivery = await noteQueued(queue, { backend, receiver, address, subject });
  await queueJob(queue, sendChatJob, { ...message, delivery });
}

/** Queues a message again that failed, as the log kept it. */
export const retryChatMessage = (queue: JobQueue, kept: string, delivery: string): Promise<void> =>
  queueJob(queue, sendChatJob, { ...(JSON.parse(kept) as QueuedMessage), delivery });
