import type { Duplex } from "node:stream";
import { text as targetText } from "../../engine/targets/texts.ts";
import { text } from "../texts.ts";
import { displayOf, type Visit } from "../visit.ts";
import { ByteReader } from "./byte-reader.ts";
import { databaseName } from "./database.ts";
import type { ProbeResult } from "./probe.ts";
import { secured, tlsOf } from "./tls.ts";

// The client's hello names the oldest revision whose server hello ends with the version: nothing follows it that
// would have to be understood.
const revision = 54_032;

const serverHello = 0;
const serverException = 2;

/** Exceptions about the account: unknown user, wrong or required password, authentication failed. */
const accountExceptions: readonly number[] = [192, 193, 194, 516];
const databaseException = 81;

/** Signs in to ClickHouse by the hello of its native protocol. */
export async function probeClickhouse(visit: Visit): Promise<ProbeResult> {
  const { account, password } = visit;
  const stream = await visit.connectBounded();
  const tls = tlsOf(visit);
  const channel = tls === null ? stream : await secured(visit, stream, tls);
  const hello = [variable(0), string("Sallyport"), variable(1), variable(1), variable(revision)];
  channel.write(
    Buffer.concat([...hello, string(databaseName(visit)), string(account.username), string(password)]),
  );
  const answer = new Answer(visit, channel);
  return readAnswer(visit, answer);
}

async function readAnswer(visit: Visit, answer: Answer): Promise<ProbeResult> {
  const packet = await answer.variable();
  if (packet === serverHello) {
    const name = await answer.string();
    // Nothing but zeros would be a hello, too.
    if (name === "") throw visit.failure("protocol_error", text.wrongProtocol);
    const [major, minor] = [await answer.variable(), await answer.variable()];
    return { accountChecked: true, version: visit.quote(`${name} ${major}.${minor}`) };
  }
  if (packet !== serverException) throw visit.failure("protocol_error", text.wrongProtocol);
  const code = await answer.code();
  if (accountExceptions.includes(code)) {
    throw visit.failure("authentication_failed", targetText.authenticationFailed, {
      account: displayOf(visit.account),
    });
  }
  if (code === databaseException) {
    throw visit.failure("database_unknown", text.databaseUnknown, { database: databaseName(visit) });
  }
  await answer.string();
  throw visit.failure("protocol_error", text.databaseFailed, { shown: visit.quote(await answer.string()) });
}

// Names, versions and the first part of a message.
const longestString = 4096;

/** The pieces an answer is made of. */
class Answer {
  readonly #visit: Visit;
  readonly #bytes: ByteReader;

  constructor(visit: Visit, stream: Duplex) {
    this.#visit = visit;
    this.#bytes = new ByteReader(visit, stream);
  }

  async code(): Promise<number> {
    return (await this.#bytes.take(4)).readInt32LE(0);
  }

  async variable(): Promise<number> {
    let value = 0;
    for (let position = 0; position < 5; position += 1) {
      const byte = (await this.#bytes.take(1)).readUInt8(0);
      value += (byte & 0x7f) * 2 ** (7 * position);
      if (byte < 0x80) return value;
    }
    throw this.#visit.failure("protocol_error", text.wrongProtocol);
  }

  async string(): Promise<string> {
    const length = await this.variable();
    if (length > longestString) throw this.#visit.failure("protocol_error", text.wrongProtocol);
    return (await this.#bytes.take(length)).toString("utf8");
  }
}

/** A number in groups of seven bits, the lowest first. */
function variable(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) + 0x80);
  return Buffer.from([...bytes, left]);
}

function string(value: string): Buffer {
  const data = Buffer.from(value);
  return Buffer.concat([variable(data.length), data]);
}
