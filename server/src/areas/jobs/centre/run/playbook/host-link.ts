import type { Message } from "../../../../../engine/i18n/index.ts";
import { isObject } from "../../../../../engine/json.ts";
import type {
  UnattendedCommand,
  UnattendedInput,
  UnattendedOutcome,
  UnattendedRunner,
} from "../../../../../transport/connections/index.ts";
import { playbookRunText as text } from "../../playbook-texts.ts";
import { shellWord } from "../command-line.ts";
import { hostProgram } from "./plugins.ts";

/** Longest line a host may send, in characters. */
const longestLine = 262_144;

/** The line that carries what Ansible does on a host. */
export const hostLine = `exec python3 -c ${shellWord(hostProgram)}`;

/** What a program on a host says. */
export interface ProgramSink {
  said(name: "out" | "err", text: string): void;
  ended(code: number): void;
  failed(reason: Message): void;
}

/** A program on a host, as what it reads is sent. */
export interface HostProgram {
  send(data: Buffer): Promise<void>;
  /** It has all that it reads, and begins. */
  begin(): Promise<void>;
}

/** The session of one host in a run of a playbook; it is opened when Ansible first has something to do there. */
export class HostLink {
  readonly #programs = new Map<number, ProgramSink>();
  readonly #input: Promise<UnattendedInput>;
  /** How the session ended. */
  readonly outcome: Promise<UnattendedOutcome>;
  #isOver = false;
  #last = 0;
  #rest = "";

  constructor(
    runner: UnattendedRunner,
    command: UnattendedCommand,
    run: { readonly signal: AbortSignal; began(sessionId: string): void },
  ) {
    let opened: (input: UnattendedInput) => void = () => undefined;
    let refused: (reason: Error) => void = () => undefined;
    this.#input = new Promise((resolve, reject) => {
      opened = resolve;
      refused = reject;
    });
    this.#input.catch(() => undefined);
    this.outcome = runner.run(command, {
      ...{ signal: run.signal, began: run.began, opened },
      output: (data, isError) => {
        if (!isError) this.#read(data.toString("latin1"));
      },
    });
    void this.outcome.then((outcome) => {
      this.#isOver = true;
      refused(new Error(outcome.state));
      const reason = "message" in outcome ? outcome.message : text.hostEnded;
      for (const sink of this.#programs.values()) sink.failed(reason);
      this.#programs.clear();
    });
  }

  /** Starts a program. @throws Error where the session was not opened; `outcome` says why */
  async run(command: string, sink: ProgramSink): Promise<HostProgram> {
    const input = await this.#input;
    if (this.#isOver) throw new Error("the session has ended");
    const id = ++this.#last;
    this.#programs.set(id, sink);
    const tell = (told: Record<string, unknown>): Promise<void> =>
      input.write(Buffer.from(`${asciiJson({ id, ...told })}\n`));
    await tell({ command });
    return { send: (data) => tell({ data: data.toString("latin1") }), begin: () => tell({ begin: true }) };
  }

  /** Nothing more runs on the host. */
  end(): void {
    this.#input.then(
      (input) => input.end(),
      () => undefined,
    );
  }

  #read(data: string): void {
    const lines = (this.#rest + data).split("\n");
    this.#rest = (lines.pop() ?? "").slice(-longestLine);
    for (const line of lines) this.#hear(line);
  }

  /** What is no report is what a profile of the account says. */
  #hear(line: string): void {
    const told = reportOf(line);
    const sink = told === null ? undefined : this.#programs.get(Number(told.id));
    if (told === null || sink === undefined) return;
    if (typeof told.out === "string") sink.said("out", told.out);
    if (typeof told.err === "string") sink.said("err", told.err);
    if (typeof told.code !== "number") return;
    this.#programs.delete(Number(told.id));
    sink.ended(told.code);
  }
}

function reportOf(line: string): Readonly<Record<string, unknown>> | null {
  if (!line.startsWith("{")) return null;
  try {
    const told: unknown = JSON.parse(line);
    return isObject(told) ? told : null;
  } catch {
    return null;
  }
}

/** JSON without a character beyond ASCII, whatever the encoding of the host. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
