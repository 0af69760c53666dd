import { text as common } from "../../../engine/i18n/index.ts";
import {
  boolean,
  computed,
  datetime,
  defineResource,
  exactBoolean,
  exactUuid,
  integer,
  labeledChoice,
  type ResourceDeclaration,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { eventKinds } from "../catalogue/kinds.ts";
import { text } from "../texts.ts";
import { problemText } from "./progress-fields.ts";
import { changeReceivers, seeReceivers } from "./receiver-resource.ts";

const problem = computed({
  label: text.problem,
  type: "string",
  columns: ["problem"],
  present: (row, context) => problemText(row.problem, context),
});

/** `sallyport/event-deliveries`: the newest tries. Contract: docs/contract/events.md, "The delivery log". */
export const deliveriesResource: ResourceDeclaration = defineResource({
  path: "sallyport/event-deliveries",
  app: "settings",
  model: "setting",
  label: text.delivery,
  title: "Event Delivery",
  scope: "global",
  table: "event_deliveries",
  fieldOrder: "declared",
  fields: {
    id: uuid({ label: common.id }),
    receiver_id: textField({ label: text.receiver, readOnly: true }),
    date: datetime({ label: text.date, readOnly: true }),
    purpose: labeledChoice({
      label: text.purpose,
      readOnly: true,
      choices: [
        { value: "delivery", label: text.purposeDelivery },
        { value: "test", label: text.purposeTest },
        { value: "dead_letter", label: text.purposeDeadLetter },
      ],
    }),
    is_success: boolean({ label: text.isSuccess, readOnly: true }),
    events: integer({ label: text.eventsCount, readOnly: true }),
    first_seq: integer({ label: text.firstSeq, readOnly: true, nullable: true }),
    last_seq: integer({ label: text.lastSeq, readOnly: true, nullable: true }),
    problem,
    answer: textField({ label: text.answer, readOnly: true }),
    milliseconds: integer({ label: text.milliseconds, readOnly: true }),
  },
  filters: { receiver_id: exactUuid("t.receiver_id"), is_success: exactBoolean("t.is_success") },
  order: { by: ["date"], default: ["-date"] },
  operations: ["list", "retrieve"],
  access: { list: seeReceivers, retrieve: seeReceivers },
  files: { previewed: false },
});

/**
 * `sallyport/event-dead-letters`: events that a receiver refused for good. Their content tells all organizations, so it
 * is for those who may send it anywhere. Contract: docs/contract/events.md, "Dead letters".
 */
export const deadLettersResource: ResourceDeclaration = defineResource({
  path: "sallyport/event-dead-letters",
  app: "settings",
  model: "setting",
  label: text.deadLetter,
  title: "Event Dead Letter",
  scope: "global",
  table: "event_dead_letters",
  fieldOrder: "declared",
  fields: {
    id: uuid({ label: common.id }),
    receiver_id: textField({ label: text.receiver, readOnly: true }),
    date_created: datetime({ label: text.date, readOnly: true }),
    seq: integer({ label: text.number, readOnly: true }),
    event_id: textField({ label: text.eventId, readOnly: true }),
    kind: labeledChoice({
      label: text.kind,
      readOnly: true,
      choices: [...eventKinds.map(({ name, label }) => ({ value: name as string, label }))],
    }),
    problem,
    answer: textField({ label: text.answer, readOnly: true }),
    is_due: boolean({ label: text.isDue, readOnly: true }),
  },
  filters: { receiver_id: exactUuid("t.receiver_id") },
  order: { by: ["date_created", "seq"], default: ["-date_created"] },
  operations: ["list", "retrieve", "delete"],
  access: { list: seeReceivers, retrieve: seeReceivers, delete: changeReceivers },
  files: { previewed: false },
  displayColumn: "event_id",
});
