import { text as targetText } from "../../transport/targets/texts.ts";
import { displayOf, type TargetConnection } from "../target-connection.ts";
import { text } from "../texts.ts";
import { exchange } from "./http-exchange.ts";
import type { ProbeResult } from "./probe.ts";
import { openWeb, webAddressOf } from "./web.ts";

/** Asks the interface of a cluster for its version with the account's token. */
export async function probeKubernetes(target: TargetConnection): Promise<ProbeResult> {
  const { account } = target;
  const token = account.secret ?? "";
  // It becomes a header: a token has no white space.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw target.failure("secret_missing", targetText.secretMissing, { account: displayOf(account) });
  }
  const address = webAddressOf(target);
  if (!address.secure) throw target.failure("invalid_setting", text.httpsNeeded);
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  const stream = await openWeb(target, address);
  // The version is often open to anybody; the second question is answered to those who are known alone.
  const ask = (path: string, more: { method: string; body?: string }) =>
    exchange(target, stream, {
      path,
      host: address.display,
      ...more,
      headers: { ...headers, ...contentOf(more) },
    });
  const version = await ask("/version", { method: "GET" });
  const review = await ask("/apis/authentication.k8s.io/v1/selfsubjectreviews", {
    method: "POST",
    body: JSON.stringify({ apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" }),
  });
  if (version.status === 401 || review.status === 401) {
    throw target.failure("authentication_failed", targetText.authenticationFailed, {
      account: displayOf(account),
    });
  }
  if (version.status !== 200)
    throw target.failure("service_failed", text.httpFailed, { status: version.status });
  return { accountChecked: review.status === 201, ...versionOf(target, version.body) };
}

function contentOf({ body }: { body?: string }): Record<string, string> {
  return body === undefined ? {} : { "content-type": "application/json" };
}

function versionOf(target: TargetConnection, body: string): { version?: string } {
  try {
    const { gitVersion } = JSON.parse(body) as { gitVersion?: unknown };
    return typeof gitVersion === "string" ? { version: target.quote(gitVersion) } : {};
  } catch {
    throw target.failure("protocol_error", text.wrongProtocol);
  }
}
