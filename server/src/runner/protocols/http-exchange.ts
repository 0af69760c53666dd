import { Agent, type IncomingHttpHeaders, request } from "node:http";
import type { Duplex } from "node:stream";
import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";

/** One request over a connection that stands. */
export interface HttpQuestion {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** Value of `Host`. */
  readonly host: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Longest wait for the answer, in milliseconds; that of a connection where it is not given. */
  readonly wait?: number;
}

/** An answer, its body bounded. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As text; `bytes` is what came. */
  readonly body: string;
  readonly bytes: Buffer;
}

const mostBody = 256 * 1024;

/**
 * Asks over `stream`, which stays open for the next question. Redirects are not followed, whatever they say.
 *
 * @throws TargetFailure `protocol_error` or `timeout`
 */
export function exchange(
  target: TargetConnection,
  stream: Duplex,
  question: HttpQuestion,
): Promise<HttpAnswer> {
  const answered = new Promise<HttpAnswer>((resolve, reject) => {
    const { method, path, host, headers, body = "" } = question;
    const failed = () => reject(target.failure("protocol_error", text.notHttp));
    const asking = request({
      method,
      path,
      agent: agentOf(stream),
      setHost: false,
      headers: {
        host,
        "user-agent": "Sallyport",
        connection: "keep-alive",
        ...(method === "POST" ? { "content-length": Buffer.byteLength(body) } : {}),
        ...headers,
      },
      maxHeaderSize: 32 * 1024,
    });
    asking.on("error", failed);
    asking.on("response", (response) => {
      const parts: Buffer[] = [];
      let length = 0;
      const done = () => {
        const bytes = Buffer.concat(parts);
        resolve({
          ...{ status: response.statusCode ?? 0, headers: response.headers },
          ...{ bytes, body: bytes.toString("utf8") },
        });
      };
      response.on("data", (data: Buffer) => {
        length += data.length;
        if (length <= mostBody) parts.push(data);
        // What has come is enough to know; the rest, however long, is not waited for.
        else {
          done();
          stream.destroy();
        }
      });
      response.on("error", failed);
      response.once("end", done);
    });
    asking.end(body);
  });
  return target.within(answered, question.wait ?? target.connectTimeout);
}

/** One agent for all questions of a stream. */
const agents = new WeakMap<Duplex, OneStream>();

function agentOf(stream: Duplex): OneStream {
  const agent = agents.get(stream) ?? new OneStream(stream);
  agents.set(stream, agent);
  return agent;
}

/** Gives every request the one connection there is, which leads to the target already: nothing else is ever connected. */
class OneStream extends Agent {
  readonly #stream: Duplex;

  constructor(stream: Duplex) {
    super({ keepAlive: true, maxSockets: 1 });
    this.#stream = stream;
  }

  override createConnection(): Duplex {
    return this.#stream;
  }
}
