// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { Json } from "../../engine/json.ts";

/** Servers outside that are told what happened. */
export interface EventReceiversTable {
  readonly id: Generated<string>;
  readonly name: string;
  readonly type: string;
  readonly address: Generated<string>;
  readonly format: Generated<string>;
  readonly language: Generated<string>;
  readonly signing_key_sealed: string | null;
  readonly chat_address_sealed: string | null;
  readonly ca: Generated<string>;
  readonly kinds: ColumnType<string[], string | undefined, string>;
  readonly org_ids: ColumnType<string[], string | undefined, string>;
  readonly is_active: Generated<boolean>;
  readonly comment: Generated<string>;
  readonly created_by: Generated<string>;
  readonly updated_by: Generated<string>;
  readonly date_created: Generated<Date>;
  readonly date_updated: Generated<Date>;
  readonly headers_sealed: string | null;
}

/** How far each receiver is. */
export interface EventReceiverStatesTable {
  readonly receiver_id: string;
  readonly seq: number;
  readonly delivered: Generated<number>;
  readonly skipped: Generated<number>;
  readonly problem: Generated<string>;
  readonly answer: Generated<string>;
  readonly failures: Generated<number>;
  readonly refusals: Generated<number>;
  readonly date_next: Generated<Date>;
  readonly date_delivered: Date | null;
  readonly date_failed: Date | null;
}

/** Records that have no place in the order of events yet. */
export interface EventNotesTable {
  readonly id: GeneratedAlways<number>;
  readonly source: string;
  readonly change: string;
  readonly content: string;
  readonly changed: string[] | null;
  readonly date_noted: Generated<Date>;
}

/** What happened, in one order. */
export interface EventsTable {
  readonly seq: GeneratedAlways<number>;
  readonly id: Generated<string>;
  readonly kind: string;
  readonly org_id: string | null;
  readonly date: Date;
  readonly date_added: Generated<Date>;
  readonly event: ColumnType<Json, string, string>;
}

/** Events that a receiver refused for good. */
export interface EventDeadLettersTable {
  readonly id: Generated<string>;
  readonly receiver_id: string;
  readonly seq: number;
  readonly event_id: string;
  readonly kind: string;
  readonly event: ColumnType<Json, string, string>;
  readonly problem: string;
  readonly answer: Generated<string>;
  readonly is_due: Generated<boolean>;
  readonly date_created: Generated<Date>;
}

/** The newest tries of each receiver. */
export interface EventDeliveriesTable {
  readonly id: Generated<string>;
  readonly receiver_id: string;
  readonly purpose: string;
  readonly events: number;
  readonly first_seq: number | null;
  readonly last_seq: number | null;
  readonly is_success: boolean;
  readonly problem: Generated<string>;
  readonly answer: Generated<string>;
  readonly milliseconds: number;
  readonly date: Generated<Date>;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    event_receivers: EventReceiversTable;
    event_receiver_states: EventReceiverStatesTable;
    event_notes: EventNotesTable;
    events: EventsTable;
    event_dead_letters: EventDeadLettersTable;
    event_deliveries: EventDeliveriesTable;
  }
}
