import { defineJob, JobAbandonedError, type JobQueue, queueJob } from "../../engine/jobs/index.ts";
import type { Services } from "../../engine/services.ts";

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
};

/** Sends a message by a chat platform, and tries again when it is away. */
export const sendChatJob = defineJob<QueuedMessage>({
  name: "notifications.chat",
  // One slow platform must not take every worker.
  lanes: 2,
  async run(services, { channel: name, to, ...message }) {
    const channel = services.extensions.of("messageChannels").find((one) => one.name === name);
    const isOn = await services.settings.get<boolean>(`AUTH_${name.toUpperCase()}`);
    if (channel === undefined || !isOn) throw new JobAbandonedError(`a message was not sent: ${name} is off`);
    const refusal = await channel.send(services, to, message);
    if (refusal !== null) throw new JobAbandonedError(refusal);
  },
});

/** Queues a message, in the transaction of `db`. */
export const queueChatMessage = (queue: JobQueue, message: QueuedMessage): Promise<void> =>
  queueJob(queue, sendChatJob, { ...message }).then(() => undefined);
