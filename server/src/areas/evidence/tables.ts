// Written by `npm run types:tables`: from the migrated database and owned-tables.json.
import type { Generated, GeneratedAlways } from "kysely";

/** The keys that sign checkpoints of the chain. */
export interface EvidenceKeysTable {
  readonly fingerprint: string;
  readonly public_key: string;
  readonly private_sealed: string | null;
  readonly date_created: Generated<Date>;
}

/** Records that are not in the chain yet. */
export interface EvidencePendingTable {
  readonly id: GeneratedAlways<number>;
  readonly kind: string;
  readonly action: string;
  readonly object_id: string;
  readonly content_hash: Buffer;
  readonly date_noted: Generated<Date>;
}

/** The chain: the hash of each record, continuing the hash before it. */
export interface EvidenceEntriesTable {
  readonly seq: number;
  readonly kind: string;
  readonly action: string;
  readonly object_id: string;
  readonly content_hash: Buffer;
  readonly date_noted: Date;
  readonly chain_hash: Buffer;
}

/** Signed statements of how far the chain went. */
export interface EvidenceCheckpointsTable {
  readonly number: number;
  readonly entries: number;
  readonly chain_hash: Buffer;
  readonly statement: string;
  readonly signature: string;
  readonly fingerprint: string;
  readonly date_signed: Generated<Date>;
}

/** How far the checkpoints were delivered to each place outside. */
export interface EvidenceDeliveriesTable {
  readonly target: string;
  readonly address: string;
  readonly number: Generated<number>;
  readonly problem: Generated<string>;
  readonly failures: Generated<number>;
  readonly date_next: Generated<Date>;
  readonly date_delivered: Date | null;
}

/** What each key signed about the key that came after it. */
export interface EvidenceHandoversTable {
  readonly number: number;
  readonly former: string;
  readonly successor: string;
  readonly checkpoint: number;
  readonly statement: string;
  readonly former_signature: string;
  readonly successor_signature: string;
  readonly date_signed: Generated<Date>;
}

declare module "../../engine/database/database.ts" {
  interface Database {
    evidence_keys: EvidenceKeysTable;
    evidence_pending: EvidencePendingTable;
    evidence_entries: EvidenceEntriesTable;
    evidence_checkpoints: EvidenceCheckpointsTable;
    evidence_deliveries: EvidenceDeliveriesTable;
    evidence_handovers: EvidenceHandoversTable;
  }
}
