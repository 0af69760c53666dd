import type { TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { exchange } from "./http-exchange.ts";
import type { ProbeResult } from "./probe.ts";
import { securedByPin } from "./tls.ts";

const identify =
  '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:wsmid="http://schemas.dmtf.org/wbem/wsman/identity/1/wsmanidentity.xsd"><s:Header/><s:Body><wsmid:Identify/></s:Body></s:Envelope>';

/** Asks WS-Management who it is (DSP0226, 11). It answers anybody: the account is not checked by it. */
export async function probeWinrm(target: TargetConnection): Promise<ProbeResult> {
  const { address, port } = target.endpoint;
  const plain = await target.connectBounded();
  const secure = target.spec.target.setting.use_ssl === true;
  const stream = secure ? await securedByPin(target, plain, { address, port }) : plain;
  const { status, body } = await exchange(target, stream, {
    method: "POST",
    path: "/wsman-anon/identify",
    host: target.display,
    headers: { "content-type": "application/soap+xml;charset=UTF-8", wsmanidentify: "unauthenticated" },
    body: identify,
  });
  if (status !== 200 || !body.includes("IdentifyResponse")) {
    throw target.failure("protocol_error", text.notWinrm, { status });
  }
  const product = /<[\w-]{0,32}:?ProductVersion>([^<]{0,200})</.exec(body)?.[1];
  return { accountChecked: false, ...(product === undefined ? {} : { version: target.quote(product) }) };
}
