import type { TerminalSize } from "@sallyport/contract/messages/terminal";
import { log } from "../../engine/log.ts";
import {
  type RecordingHeader,
  type RecordingKeys,
  type RecordingSummary,
  RecordingWriter,
} from "../../transport/recording/index.ts";
import { TargetFailure } from "../../transport/targets/index.ts";
import type { SessionControls, Stage } from "../session-parts.ts";
import { text } from "../texts.ts";

/** Where and how a session is recorded. */
export interface RecorderOptions {
  /** Absolute path of the recording. */
  file: string;
  header: RecordingHeader;
  keys: RecordingKeys;
}

/**
 * Records what the person sees: raw output, sizes and the gateway's own texts. Not what is typed: that carries
 * passwords. A session that cannot be recorded does not run.
 */
export class RecorderStage implements Stage {
  readonly #options: RecorderOptions;
  #writer: RecordingWriter | null = null;
  #reached = false;
  #summary: RecordingSummary | null = null;

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

  async start(session: SessionControls): Promise<void> {
    const { file, header, keys } = this.#options;
    try {
      this.#writer = await RecordingWriter.create(file, header, keys, {
        onPressure: (behind) => session.hold("recorder", behind),
        onError: (error) => {
          log.error({ err: error, session: session.id }, "recording failed");
          session.end("recording_failed", text.recordingFailed);
        },
      });
    } catch (error) {
      log.error({ err: error, session: session.id }, "recording cannot be created");
      throw new TargetFailure("recording_failed", text.recordingFailed);
    }
  }

  connected(): void {
    this.#reached = true;
  }

  output(data: Buffer): void {
    this.#writer?.add("o", data);
  }

  message(data: Buffer): void {
    this.#writer?.add("m", data);
  }

  resize(size: TerminalSize): void {
    this.#writer?.add("r", Buffer.from(`${size.cols}x${size.rows}`));
  }

  async close(): Promise<void> {
    const writer = this.#writer;
    this.#writer = null;
    if (writer === null) return;
    try {
      if (this.#reached) this.#summary = await writer.close();
      else await writer.discard();
    } catch (error) {
      // The frames written so far stay readable; the orphan repair of the next start appends the end.
      log.error({ err: error, session: this.#options.header.id }, "recording could not be completed");
    }
  }
}
