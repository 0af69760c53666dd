import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import { log } from "../../engine/log.ts";
import {
  type RecordingHeader,
  type RecordingKeys,
  type RecordingSummary,
  RecordingWriter,
  type TransferSummary,
} from "../../transport/recording/index.ts";
import { TargetFailure } from "../../transport/targets/index.ts";
import type { SessionControls, Stage } from "../session-parts.ts";
import { text } from "../texts.ts";
import { RecordedDirection } from "./recorded-direction.ts";
import { requireRecordingRoom } from "./recording-room.ts";

/** Where and how a session is recorded. */
export interface RecorderOptions {
  /** Absolute path of the recording. */
  file: string;
  header: RecordingHeader;
  keys: RecordingKeys;
  /**
   * Bytes of each direction that are kept of a program without a terminal, read when it begins; absent: all that a
   * terminal shows.
   */
  programLimit?: () => Promise<number>;
  /** Bytes that have to be free on its disk for a recording to begin; 0, as by default: any will do. */
  room?: () => Promise<number>;
}

/**
 * Records what the person sees: raw output, sizes and the gateway's own texts. Not what is typed into a terminal: that
 * carries passwords. Of a program without a terminal both directions, up to a limit, and beyond it what passed in all.
 * A session that cannot be recorded does not run.
 */
export class RecorderStage implements Stage {
  readonly #options: RecorderOptions;
  #creating: Promise<RecordingWriter> | null = null;
  #writer: RecordingWriter | null = null;
  #session: SessionControls | null = null;
  #isClosed = false;
  #reached = false;
  #summary: RecordingSummary | null = null;
  #program: { readonly input: RecordedDirection; readonly output: RecordedDirection } | null = null;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Whether there is something to replay: the target was reached, even if the recording broke off later. */
  get hasReplay(): boolean {
    return this.#reached;
  }

  /** The closed recording; null when there is none or it could not be completed. */
  get summary(): RecordingSummary | null {
    return this.#summary;
  }

  /** Begins with the file while the session is being stored: both wait for the disk. `start` reports what fails. */
  prepare(): void {
    this.#creating ??= this.#create();
    this.#creating.catch(() => undefined);
  }

  async start(session: SessionControls): Promise<void> {
    this.#session = session;
    this.#creating ??= this.#create();
    try {
      const writer = await this.#creating;
      if (!this.#isClosed) this.#writer = writer;
    } catch (error) {
      log.error({ err: error, session: session.id }, "recording cannot be created");
      throw new TargetFailure("recording_failed", text.recordingFailed);
    }
  }

  connected(): void {
    this.#reached = true;
  }

  input(data: Buffer): Buffer {
    const kept = this.#program?.input.take(data) ?? null;
    if (kept !== null) this.#writer?.add("i", kept);
    return data;
  }

  output(data: Buffer): void {
    const kept = this.#program === null ? data : this.#program.output.take(data);
    if (kept !== null) this.#writer?.add("o", kept);
  }

  message(data: Buffer): void {
    this.#writer?.add("m", data);
  }

  resize(size: TerminalSize): void {
    this.#writer?.add("r", Buffer.from(`${size.cols}x${size.rows}`));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const writer = this.#writer ?? (await this.#creating?.catch(() => null)) ?? null;
    this.#writer = null;
    this.#creating = null;
    if (writer === null) return;
    if (this.#program !== null) {
      const { input, output } = this.#program;
      const summary: TransferSummary = { input: input.summary(), output: output.summary() };
      writer.add("s", Buffer.from(JSON.stringify(summary)));
    }
    try {
      if (this.#reached) this.#summary = await writer.close();
      else await writer.discard();
    } catch (error) {
      // The frames written so far stay readable; the orphan repair of the next start appends the end.
      log.error({ err: error, session: this.#options.header.id }, "recording could not be completed");
    }
  }

  async #create(): Promise<RecordingWriter> {
    const { file, header, keys, programLimit, room } = this.#options;
    if (room !== undefined) await requireRecordingRoom(file, await room());
    if (programLimit !== undefined) {
      const limit = await programLimit();
      this.#program = { input: new RecordedDirection(limit), output: new RecordedDirection(limit) };
    }
    return RecordingWriter.create(file, header, keys, {
      onPressure: (behind) => this.#session?.hold("recorder", behind),
      onError: (error) => {
        log.error({ err: error, session: header.id }, "recording failed");
        this.#session?.end("recording_failed", text.recordingFailed);
      },
    });
  }
}
