import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { ByteReader } from "./byte-reader.ts";
import type { ProbeResult } from "./probe.ts";
import { securedByPin } from "./tls.ts";

/** What may protect a connection ([MS-RDPBCGR] 2.2.1.1.1), as bits. */
const protocolTls = 1;
const protocolNla = 2;
const protocolNlaExtended = 8;

const negotiationRequest = 1;
const negotiationResponse = 2;
const negotiationFailure = 3;

/**
 * Negotiates with a Windows remote desktop how a session would be protected, and shakes hands for TLS. It shows
 * that the service answers as it should; the account is not checked by it.
 */
export async function probeRdp(target: TargetConnection): Promise<ProbeResult> {
  const stream = await target.connectBounded();
  stream.write(connectionRequest(wantedBy(target.spec.target.setting.security)));
  const selected = await readConfirm(target, new ByteReader(target, stream));
  if (selected !== 0) {
    const { address, port } = target.endpoint;
    await securedByPin(target, stream, { address, port });
  }
  target.say(selected === 0 ? text.rdpPlain : (selected & protocolTls) !== 0 ? text.rdpTls : text.rdpNla);
  return { accountChecked: false };
}

function wantedBy(security: unknown): number {
  switch (security) {
    case "rdp":
      return 0;
    case "tls":
      return protocolTls;
    case "nla":
      return protocolNla | protocolNlaExtended;
    default:
      return protocolTls | protocolNla | protocolNlaExtended;
  }
}

/** TPKT, an X.224 connection request, and what is wanted. No cookie: it would name an account before TLS. */
function connectionRequest(wanted: number): Buffer {
  const packet = Buffer.alloc(19);
  packet.set([3, 0, 0, packet.length, 14, 0xe0]);
  packet.set([negotiationRequest, 0, 8, 0], 11);
  packet.writeUInt32LE(wanted, 15);
  return packet;
}

/** Which protection the server has chosen; 0 is RDP's own. */
async function readConfirm(target: TargetConnection, reader: ByteReader): Promise<number> {
  const wrong = () => target.failure("protocol_error", text.wrongProtocol);
  const [version, , high = 0, low = 0] = await reader.take(4);
  const length = high * 256 + low;
  if (version !== 3 || length < 11 || length > 512) throw wrong();
  const packet = await reader.take(length - 4);
  // 0xd0: connection confirm. Old servers send it without a negotiation.
  if (((packet[1] ?? 0) & 0xf0) !== 0xd0) throw wrong();
  if (packet.length < 15) return 0;
  const value = packet.readUInt32LE(11);
  if (packet[7] === negotiationFailure)
    throw target.failure("protocol_error", text.rdpRefused, { code: value });
  if (packet[7] !== negotiationResponse) throw wrong();
  return value;
}
