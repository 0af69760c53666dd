import { type ConnectionEvents, openEvents } from "./frame-events.ts";

/** An entry of a folder. docs/contract/file-manager.md, section 3. */
export interface FileEntry {
  readonly name: string;
  readonly hash: string;
  readonly phash?: string;
  readonly mime: string;
  /** Seconds since 1970. */
  readonly ts: number;
  readonly size: number;
  readonly read: 0 | 1;
  readonly write: 0 | 1;
  /** 1: may not be deleted. */
  readonly locked: 0 | 1;
  readonly mode?: string;
  readonly owner?: string;
  readonly ids?: readonly [number, number];
  readonly link?: 1;
}

/** What may be done in a folder; null in folders of assets. */
export type Rights = {
  readonly upload: boolean;
  readonly download: boolean;
  readonly delete: boolean;
} | null;

/** A folder that is listed. */
export interface ListedFolder {
  readonly cwd: FileEntry;
  readonly path: string;
  readonly rights: Rights;
}

/** A failure that the gateway explains. */
export class FilesError extends Error {
  readonly code: string;
  /** How far a file has come, where that is known. */
  readonly written: number | undefined;

  constructor(code: string, message: string, written?: number) {
    super(message);
    this.code = code;
    this.written = written;
  }
}

/** Parameters of a command. */
export type Parameters = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** Whether an entry is a folder. */
export const isFolder = ({ mime }: FileEntry): boolean => mime === "directory";

const connector = "/koko/elfinder/connector/_/";

/** An open connection to files: those of one account by a token, or the tree of all that is granted. */
export class FilesConnection {
  readonly sid: string;
  readonly #socket: WebSocket;

  private constructor(sid: string, socket: WebSocket) {
    this.sid = sid;
    this.#socket = socket;
  }

  /** Opens one; rejects with what the gateway says where it does not open. */
  static async open(token: string | undefined, events: ConnectionEvents): Promise<FilesConnection> {
    const { sid, socket } = await openEvents(token, events);
    return new FilesConnection(sid, socket);
  }

  close(): void {
    this.#socket.close();
  }

  /** Address of a command. */
  url(cmd: string, parameters: Parameters): string {
    return `${connector}?${this.#form(cmd, parameters)}`;
  }

  /** Runs a command, its parameters in the body. */
  async call<Answer>(cmd: string, parameters: Parameters, signal?: AbortSignal): Promise<Answer> {
    const response = await this.#post(cmd, parameters, signal);
    return answerOf<Answer>((await response.json()) as Answer);
  }

  /** Runs a command that answers lines. */
  async lines(
    cmd: string,
    parameters: Parameters,
    { onLine, signal }: { onLine(line: Record<string, unknown>): void; signal?: AbortSignal },
  ): Promise<void> {
    const response = await this.#post(cmd, parameters, signal);
    if (response.body === null) return;
    if (!response.headers.get("content-type")?.startsWith("application/x-ndjson")) {
      answerOf(await response.json());
      return;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onLine(answerOf(JSON.parse(line) as Record<string, unknown>));
    }
  }

  /** Sends a piece of a file; answers how far it has come. */
  put(parameters: Parameters, piece: Blob, { onSent, signal }: Sending): Promise<{ written: number }> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("PUT", this.url("write", parameters));
      request.setRequestHeader("Content-Type", "application/octet-stream");
      request.upload.onprogress = ({ loaded }) => onSent(loaded);
      request.onload = () => {
        try {
          resolve(answerOf(JSON.parse(request.responseText) as { written: number }));
        } catch (error) {
          reject(error);
        }
      };
      request.onerror = () => reject(new TypeError("network"));
      request.onabort = () => reject(new DOMException("canceled", "AbortError"));
      signal.addEventListener("abort", () => request.abort(), { once: true });
      if (signal.aborted) request.abort();
      else request.send(piece);
    });
  }

  #post(cmd: string, parameters: Parameters, signal?: AbortSignal): Promise<Response> {
    const body = this.#form(cmd, parameters);
    return fetch(connector, { method: "POST", body, ...(signal === undefined ? {} : { signal }) });
  }

  #form(cmd: string, parameters: Parameters): URLSearchParams {
    const form = new URLSearchParams({ cmd, sid: this.sid });
    for (const [name, value] of Object.entries(parameters)) {
      if (value === undefined) continue;
      for (const one of Array.isArray(value) ? value : [value]) form.append(name, String(one));
    }
    return form;
  }
}

/** What sending a piece tells, and what ends it. */
interface Sending {
  onSent(bytes: number): void;
  readonly signal: AbortSignal;
}

function answerOf<Answer>(answer: Answer): Answer {
  const { error, code, written } = answer as { error?: unknown; code?: string; written?: number };
  if (!Array.isArray(error)) return answer;
  throw new FilesError(code ?? "failed", String(error[0] ?? ""), written);
}
