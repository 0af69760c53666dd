import { defineJob, JobAbandonedError, type JobQueue, queueJob } from "../../../engine/jobs/index.ts";
import { noteQueued, tried } from "../deliveries/delivery.ts";
import { MailError } from "./mail-error.ts";
import { isMailAddress, readMailServer } from "./mail-server.ts";
import { type Mail, sharedTransport } from "./transport.ts";

/** A file of a mail in the queue. */
type QueuedFile = { readonly name: string; readonly type: string; readonly content: string };

/** A mail in the queue. */
type QueuedMail = {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly files?: readonly QueuedFile[];
  /** Milliseconds since the epoch after which nobody needs the mail any more; null = never. */
  readonly uselessFrom: number | null;
  /** Row of the delivery log. */
  readonly delivery?: string;
};

/** Sends a mail, and tries again for half a day when the server is away or says "later". */
export const sendMailJob = defineJob<QueuedMail>({
  name: "notifications.mail",
  // One slow mail server must not take every worker.
  lanes: 2,
  run(services, { delivery, ...queued }, attempt) {
    const { uselessFrom, ...mail } = queued;
    const message = uselessFrom === null ? JSON.stringify(queued) : null;
    return tried(services, { id: delivery, attempt, message }, async () => {
      if (uselessFrom !== null && Date.now() >= uselessFrom) {
        throw new JobAbandonedError("a mail was not sent in the time it was good for");
      }
      const server = await readMailServer(services.settings);
      if (server === null)
        throw new JobAbandonedError("a mail was not sent: there is no mail server any more");
      try {
        return await sharedTransport(services, server).send(mail);
      } catch (error) {
        if (error instanceof MailError && error.isFinal) throw new JobAbandonedError(error.message);
        throw error;
      }
    });
  },
});

/**
 * Queues a mail, in the transaction of `db`. One to an address that no mail server could take is passed over.
 * @param uselessFrom When nobody needs it any more, for codes and the like.
 */
export async function queueMail(queue: JobQueue, mail: Mail, uselessFrom?: Date): Promise<void> {
  if (!isMailAddress(mail.to.address)) return;
  const { name, address } = mail.to;
  const { subject } = mail;
  const delivery = await noteQueued(queue, { backend: "email", receiver: name, address, subject });
  await queueJob(queue, sendMailJob, {
    to: { name, address },
    subject,
    html: mail.html,
    text: mail.text,
    ...(mail.files === undefined
      ? {}
      : {
          files: mail.files.map(({ name: fileName, type, content }) => ({ name: fileName, type, content })),
        }),
    uselessFrom: uselessFrom?.getTime() ?? null,
    delivery,
  });
}

/** Queues a mail again that failed, as the log kept it. */
export const retryMail = (queue: JobQueue, kept: string, delivery: string): Promise<void> =>
  queueJob(queue, sendMailJob, { ...(JSON.parse(kept) as QueuedMail), delivery });
