import { randomUUID } from "node:crypto";
import { log } from "../../engine/log.ts";
import type { ConnectionGrant, FileRecord, GatewayPrincipal } from "../ports.ts";

/** How long records are gathered before they are stored together, in milliseconds. */
const gathering = 200;

/** How long a database that took no records is left alone, in milliseconds. */
const recovery = 1000;

/** Records that may wait before whoever makes them is held back: nothing is done that cannot be written down. */
const maxPending = 1000;

/** Most records in one statement. */
const batch = 500;

/**
 * Stores what is done to files, a few times a second and all that came meanwhile together. A record that changes before
 * it was stored is stored once.
 */
export class FileRecords {
  readonly #store: (records: readonly FileRecord[]) => Promise<void>;
  readonly #waiting = new Map<string, FileRecord>();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> | null = null;
  #relief: (() => void)[] = [];

  constructor(store: (records: readonly FileRecord[]) => Promise<void>) {
    this.#store = store;
  }

  /** Whether so much waits that nothing more should be done before `relieved`. */
  get isBehind(): boolean {
    return this.#waiting.size >= maxPending;
  }

  /** Settles when records are taken again. */
  relieved(): Promise<void> {
    return this.isBehind ? new Promise((resolve) => this.#relief.push(resolve)) : Promise.resolve();
  }

  put(record: FileRecord): void {
    this.#waiting.set(record.id, record);
    this.#plan(gathering);
  }

  /** Stores everything that waits; gives up when the database does not take it. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#storing;
    while (this.#waiting.size > 0 && (await this.#storeSome()));
    clearTimeout(this.#timer);
  }

  #plan(wait: number): void {
    if (this.#timer !== undefined || this.#storing !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#storing = this.#storeSome().then((stored) => {
        this.#storing = null;
        if (this.#waiting.size > 0) this.#plan(stored ? gathering : recovery);
      });
    }, wait);
  }

  async #storeSome(): Promise<boolean> {
    const records = [...this.#waiting.values()].slice(0, batch);
    try {
      await this.#store(records);
    } catch (error) {
      log.error({ err: error, records: records.length }, "records of file transfers could not be stored");
      return false;
    }
    for (const record of records) {
      if (this.#waiting.get(record.id) === record) this.#waiting.delete(record.id);
    }
    if (!this.isBehind) for (const resolve of this.#relief.splice(0)) resolve();
    return true;
  }
}

/** What is known of an operation when it ends. */
export type FileOutcome = Pick<FileRecord, "state"> &
  Partial<Pick<FileRecord, "reason" | "size" | "sha256" | "copy">>;

/** An operation that is under way. */
export interface FileEntry {
  readonly id: string;
  readonly started: Date;
  /** Completes the record; the first call counts. */
  end(outcome: FileOutcome): void;
}

/** Writes down what one session does to files. */
export class SessionFileLog {
  readonly #records: Pick<FileRecords, "put">;
  readonly #session: Omit<
    FileRecord,
    "id" | "operate" | "filename" | "dateStart" | "dateEnd" | "state" | "reason" | "size" | "sha256" | "copy"
  >;

  constructor(
    records: Pick<FileRecords, "put">,
    {
      grant,
      principal,
      sessionId,
    }: { grant: ConnectionGrant; principal: GatewayPrincipal; sessionId: string },
  ) {
    this.#records = records;
    this.#session = {
      organizationId: grant.asset.organization.id,
      sessionId,
      userId: principal.userId,
      user: grant.userDisplay,
      remoteAddress: principal.remoteAddress,
      assetId: grant.asset.id,
      asset: grant.assetDisplay,
      account: grant.accountDisplay,
    };
  }

  /**
   * Something begins. It is on record from now on, also if this process dies in its midst.
   *
   * @param filename as a person reads it
   */
  begin(operate: FileRecord["operate"], filename: string): FileEntry {
    const dateStart = new Date();
    const record: FileRecord = {
      ...this.#session,
      id: randomUUID(),
      operate,
      filename,
      dateStart,
      dateEnd: null,
      state: "running",
      reason: "",
      size: null,
      sha256: null,
      copy: null,
    };
    this.#records.put(record);
    let isOver = false;
    return {
      id: record.id,
      started: dateStart,
      end: (outcome) => {
        if (isOver) return;
        isOver = true;
        this.#records.put({ ...record, ...outcome, dateEnd: new Date() });
      },
    };
  }

  /** Something that was not done at all. */
  refused(operate: FileRecord["operate"], filename: string): void {
    this.begin(operate, filename).end({ state: "failed", reason: "denied" });
  }
}
