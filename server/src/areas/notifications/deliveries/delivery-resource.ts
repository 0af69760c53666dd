import { sql } from "kysely";
import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { BadRequest, NotFound } from "../../../engine/errors.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import {
  computed,
  datetime,
  defineResource,
  exactChoice,
  integer,
  labeledChoice,
  type ResourceDeclaration,
  type Row,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { backendChoices } from "../backends.ts";
import { retryChatMessage } from "../chat-job.ts";
import { retryMail } from "../mail/mail-job.ts";
import { roomChoices } from "../rooms/room.ts";
import { retryRoomMessage } from "../rooms/room-job.ts";
import { text } from "../texts.ts";
import { takeFailed } from "./delivery.ts";

/** Subjects tell what people were told, in every organization: the log is for who arranges how mail leaves. */
const see = permission("settings.change_email");

const states = [
  { value: "waiting", label: text.stateWaiting },
  { value: "sent", label: text.stateSent },
  { value: "failed", label: text.stateFailed },
];

const backendsThatLeave = [...backendChoices.filter(({ value }) => value !== "site_msg"), ...roomChoices];

const canRetry = computed({
  label: text.canRetry,
  type: "boolean",
  select: () => sql`(t.message_sealed is not null)`,
  present: (row) => row.can_retry === true,
});

async function retry(context: CallerContext, row: Row | undefined): Promise<{ readonly detail: string }> {
  if (row === undefined) throw new NotFound(text.delivery);
  const id = String(row.id);
  const queue = { db: context.db, secrets: context.services.secrets };
  const kept = await takeFailed(queue, id);
  if (kept === null) throw new BadRequest("not_retryable", text.notRetryable);
  const isRoom = roomChoices.some(({ value }) => value === row.backend);
  const again = row.backend === "email" ? retryMail : isRoom ? retryRoomMessage : retryChatMessage;
  await again(queue, kept, id);
  await recordOperation(context, {
    action: "update",
    type: text.delivery,
    name: String(row.subject),
    id,
  });
  return { detail: "ok" };
}

/** `sallyport/message-deliveries`: what left, and how it went. Contract: docs/contract/notifications.md, section 9. */
export const messageDeliveriesResource: ResourceDeclaration = defineResource({
  path: "sallyport/message-deliveries",
  app: "settings",
  model: "setting",
  label: text.delivery,
  title: "Message Delivery",
  scope: "global",
  table: "message_deliveries",
  fieldOrder: "declared",
  fields: {
    id: uuid({ label: common.id }),
    date_created: datetime({ label: text.queuedAt, readOnly: true }),
    backend: labeledChoice({ label: text.backend, readOnly: true, choices: backendsThatLeave }),
    receiver: textField({ label: text.receiver, readOnly: true }),
    address: textField({ label: text.address, readOnly: true }),
    subject: textField({ label: text.subject, readOnly: true }),
    state: labeledChoice({ label: text.state, readOnly: true, choices: states }),
    attempts: integer({ label: text.attempts, readOnly: true }),
    answer: textField({ label: text.answer, readOnly: true }),
    date_tried: datetime({ label: text.triedAt, readOnly: true, nullable: true }),
    can_retry: canRetry,
  },
  search: ["t.receiver", "t.address", "t.subject"],
  filters: {
    state: exactChoice(
      "t.state",
      states.map(({ value }) => value),
    ),
    backend: exactChoice(
      "t.backend",
      backendsThatLeave.map(({ value }) => value),
    ),
  },
  order: { by: ["date_created", "date_tried"], default: ["-date_created"] },
  operations: ["list", "retrieve"],
  access: { list: see, retrieve: see },
  files: { previewed: false },
  displayColumn: "subject",
  actions: [
    {
      name: "retry",
      on: "object",
      methods: ["POST"],
      access: see,
      title: "Message Delivery Retry",
      handle: async (context, { row }) => ({ body: await retry(context, row) }),
    },
  ],
});
