import type { Duplex } from "node:stream";
import { text as targetText } from "../../transport/targets/texts.ts";
import { displayOf, type TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
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
export async function probeClickhouse(target: TargetConnection): Promise<ProbeResult> {
  const { account, password } = target;
  const stream = await target.connectBounded();
  const tls = tlsOf(target);
  const channel = tls === null ? stream : await secured(target, stream, tls);
  const hello = [variable(0), string("Sallyport"), variable(1), variable(1), variable(revision)];
  channel.write(
    Buffer.concat([...hello, string(databaseName(target)), string(account.username), string(password)]),
  );
  const answer = new Answer(target, channel);
  return readAnswer(target, answer);
}

async function readAnswer(target: TargetConnection, answer: Answer): Promise<ProbeResult> {
  const packet = await answer.variable();
  if (packet === serverHello) {
    const name = await answer.string();
    // Nothing but zeros would be a hello, too.
    if (name === "") throw target.failure("protocol_error", text.wrongProtocol);
    const [major, minor] = [await answer.variable(), await answer.variable()];
    return { accountChecked: true, version: target.quote(`${name} ${major}.${minor}`) };
  }
  if (packet !== serverException) throw target.failure("protocol_error", text.wrongProtocol);
  const code = await answer.code();
  if (accountExceptions.includes(code)) {
    throw target.failure("authentication_failed", targetText.authenticationFailed, {
      account: displayOf(target.account),
    });
  }
  if (code === databaseException) {
    throw target.failure("database_unknown", text.databaseUnknown, { database: databaseName(target) });
  }
  await answer.string();
  throw target.failure("protocol_error", text.databaseFailed, { shown: target.quote(await answer.string()) });
}

// Names, versions and the first part of a message.
const longestString = 4096;

/** The pieces an answer is made of. */
class Answer {
  readonly #target: TargetConnection;
  readonly #bytes: ByteReader;

  constructor(target: TargetConnection, stream: Duplex) {
    this.#target = target;
    this.#bytes = new ByteReader(target, stream);
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
    throw this.#target.failure("protocol_error", text.wrongProtocol);
  }

  async string(): Promise<string> {
    const length = await this.variable();
    if (length > longestString) throw this.#target.failure("protocol_error", text.wrongProtocol);
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
