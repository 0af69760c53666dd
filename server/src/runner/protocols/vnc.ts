import { createCipheriv } from "node:crypto";
import { text as targetText } from "../../transport/targets/texts.ts";
import { displayOf, type TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { ByteReader } from "./byte-reader.ts";
import type { ProbeResult } from "./probe.ts";

const securityNone = 1;
const securityPassword = 2;
const longestReason = 1024;

/**
 * Shakes hands with a VNC server (RFC 6143) and answers its password challenge. Of other kinds of security only
 * the offer is seen: they say nothing about the account.
 */
export async function probeVnc(target: TargetConnection): Promise<ProbeResult> {
  const stream = await target.connectBounded();
  const reader = new ByteReader(target, stream);
  const greeting = (await reader.take(12)).toString("latin1");
  const version = /^RFB (\d{3})\.(\d{3})\n$/.exec(greeting);
  if (version === null) throw target.failure("protocol_error", text.wrongProtocol);
  const old = Number(version[1]) === 3 && Number(version[2]) < 7;
  stream.write(old ? "RFB 003.003\n" : "RFB 003.008\n");

  const offered = old ? await offeredByOld(target, reader) : await offeredBy(target, reader);
  if (!offered.includes(securityPassword)) {
    const open = offered.includes(securityNone);
    target.say(open ? text.vncOpen : text.vncOtherSecurity, { kinds: offered.join(", ") });
    return { accountChecked: false };
  }
  const { password } = target;
  if (!old) stream.write(Buffer.from([securityPassword]));
  stream.write(answerTo(await reader.take(16), password));
  if ((await reader.take(4)).readUInt32BE(0) !== 0) {
    throw target.failure("authentication_failed", targetText.authenticationFailed, {
      account: displayOf(target.account),
    });
  }
  return { accountChecked: true };
}

async function offeredBy(target: TargetConnection, reader: ByteReader): Promise<number[]> {
  const count = (await reader.take(1)).readUInt8(0);
  if (count === 0) throw await refusal(target, reader);
  return [...(await reader.take(count))];
}

async function offeredByOld(target: TargetConnection, reader: ByteReader): Promise<number[]> {
  const kind = (await reader.take(4)).readUInt32BE(0);
  if (kind === 0) throw await refusal(target, reader);
  return [kind];
}

async function refusal(target: TargetConnection, reader: ByteReader) {
  const length = Math.min((await reader.take(4)).readUInt32BE(0), longestReason);
  const shown = target.quote((await reader.take(length)).toString("utf8"));
  return target.failure("service_failed", text.serviceRefused, { shown });
}

/** The challenge under DES with the password as key, each of its bytes mirrored: so the protocol wants it. */
function answerTo(challenge: Buffer, password: string): Buffer {
  const key = Buffer.alloc(8);
  Buffer.from(password, "latin1").copy(key, 0, 0, 8);
  for (const [at, byte] of key.entries()) key[at] = mirrored(byte);
  // Node has no single DES any more; three times the same key is the same.
  const cipher = createCipheriv("des-ede3-ecb", Buffer.concat([key, key, key]), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(challenge), cipher.final()]);
}

function mirrored(byte: number): number {
  let result = 0;
  for (let bit = 0; bit < 8; bit += 1) if ((byte & (1 << bit)) !== 0) result |= 0x80 >> bit;
  return result;
}
