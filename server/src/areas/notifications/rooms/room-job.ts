import {
  defineJob,
  JobAbandonedError,
  JobPostponedError,
  type JobQueue,
  queueJob,
} from "../../../engine/jobs/index.ts";
import { noteQueued, tried } from "../deliveries/delivery.ts";
import { readReading, type Sending } from "../notices/deliver.ts";
import type { Notice } from "../notices/notice.ts";
import { renderRoomMessage } from "../notices/render.ts";
import { isRoomOn, type RoomMessage, readRoomLanguage, readRoomUrl, rooms } from "./room.ts";
import { RoomError, sendToRoom } from "./send-to-room.ts";

type QueuedRoomMessage = {
  readonly room: string;
  readonly message: RoomMessage;
  /** Row of the delivery log. */
  readonly delivery: string;
};

/** Posts a message to a room, and tries again when the other side is away or asks for patience. */
export const sendRoomJob = defineJob<QueuedRoomMessage>({
  name: "notifications.room",
  run(services, { delivery, ...queued }, attempt) {
    return tried(services, { id: delivery, attempt, message: JSON.stringify(queued) }, async () => {
      const room = rooms.find(({ name }) => name === queued.room);
      // The address is read when it is used: it is in no queue, and a new one counts for what waits.
      if (room === undefined || !(await isRoomOn(services.settings, room)))
        throw new JobAbandonedError(`a message was not sent: ${queued.room} is off`);
      try {
        return await sendToRoom(services, room, await readRoomUrl(services.settings, room), queued.message);
      } catch (error) {
        if (!(error instanceof RoomError)) throw error;
        if (error.isFinal) throw new JobAbandonedError(error.message);
        throw error.retryAfter > 0 ? new JobPostponedError(error.message, error.retryAfter) : error;
      }
    });
  },
});

/** Messages of a room keep their order; one that is slow does not keep another one waiting. */
const queue = (to: JobQueue, queued: QueuedRoomMessage): Promise<void> =>
  queueJob(to, sendRoomJob, queued, { lane: `notifications.room:${queued.room}` });

/** Queues a notice for the rooms of these names that are on, in the transaction of `sending`. */
export async function notifyRooms(sending: Sending, names: readonly string[], notice: Notice): Promise<void> {
  for (const room of rooms.filter(({ name }) => names.includes(name))) {
    if (!(await isRoomOn(sending.settings, room))) continue;
    const language = await readRoomLanguage(sending.settings, room);
    const message = renderRoomMessage(notice, await readReading(sending, { name: "", language }));
    const delivery = await noteQueued(sending, {
      backend: room.name,
      receiver: room.label.en,
      address: new URL(await readRoomUrl(sending.settings, room)).host,
      subject: message.subject,
    });
    await queue(sending, { room: room.name, message, delivery });
  }
}

/** Queues a message again that failed, as the log kept it. */
export const retryRoomMessage = (to: JobQueue, kept: string, delivery: string): Promise<void> =>
  queue(to, { ...(JSON.parse(kept) as Omit<QueuedRoomMessage, "delivery">), delivery });
