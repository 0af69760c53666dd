import { createHash, createHmac } from "node:crypto";
import { ApiClient } from "../../e2e/support/api.ts";
import { adminPassword } from "../../e2e/support/product.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { inMilliseconds, judged, median, type Row } from "../table.ts";

/** Most that signing may add to a request, in milliseconds, its making included. */
const limit = 1;

const path = "/api/v1/users/profile/?fields=id,username";

/**
 * The same request by session cookie and signed with an access key, in turn over one kind of client: reading, and
 * writing, where a digest of the body is signed and the signature remembered.
 */
export async function measureSignedRequests(fixtures: Fixtures): Promise<Row[]> {
  const { url } = (await fixtures.shared()).product;
  const admin = await ApiClient.signIn(url, "admin", adminPassword);
  await admin.post("/api/v1/authentication/confirm/", {
    confirm_type: "password",
    secret_key: adminPassword,
  });
  const key: AccessKey = await admin.post("/api/v1/authentication/access-keys/", {});
  const { rounds, requests } = fixtures.sizes;
  const times = { reads: [[], []] as Times, writes: [[], []] as Times };
  for (let round = 0; round < rounds + 1; round += 1) {
    for (let request = 0; request < requests; request += 1) {
      const body = JSON.stringify({ comment: `${round} ${request}` });
      const read = [await timeOf(() => bySession(admin)), await timeOf(() => signed(url, key, "GET"))];
      const written = [
        await timeOf(() => bySession(admin, body)),
        await timeOf(() => signed(url, key, "PATCH", body)),
      ];
      // The first round warms caches, plans and the compiler up.
      if (round === 0) continue;
      for (const index of [0, 1] as const) {
        times.reads[index].push(read[index] ?? Number.NaN);
        times.writes[index].push(written[index] ?? Number.NaN);
      }
    }
  }
  return [rowOf("signed read", times.reads), rowOf("signed write, with digest", times.writes)];
}

/** By session, and signed. */
type Times = [number[], number[]];

interface AccessKey {
  readonly id: string;
  readonly secret: string;
}

function rowOf(name: string, [session, signature]: Times): Row {
  const [plain, more] = [median(session), median(signature)];
  return judged(name, inMilliseconds(more), `< ${limit} ms more`, more - plain < limit, {
    beside: `by session ${inMilliseconds(plain)}`,
    ratio: more / plain,
  });
}

async function timeOf(call: () => Promise<number>): Promise<number> {
  const started = performance.now();
  const status = await call();
  if (status !== 200) throw new Error(`a request was answered ${status}`);
  return performance.now() - started;
}

async function bySession(admin: ApiClient, body?: string): Promise<number> {
  const { status } = await admin.raw(body === undefined ? "GET" : "PATCH", path, body && JSON.parse(body));
  return status;
}

async function signed(url: string, key: AccessKey, method: string, body?: string): Promise<number> {
  const date = new Date().toUTCString();
  const digest = body === undefined ? "" : `SHA-256=${createHash("sha256").update(body).digest("base64")}`;
  const lines = [`(request-target): ${method.toLowerCase()} ${path}`, `date: ${date}`];
  if (body !== undefined) lines.push(`digest: ${digest}`);
  const signature = createHmac("sha256", key.secret).update(lines.join("\n")).digest("base64");
  const names = lines.map((line) => line.slice(0, line.indexOf(": "))).join(" ");
  const answer = await fetch(url + path, {
    method,
    headers: {
      date,
      ...(body === undefined ? {} : { digest, "content-type": "application/json" }),
      authorization: `Signature keyId="${key.id}",algorithm="hmac-sha256",headers="${names}",signature="${signature}"`,
    },
    ...(body === undefined ? {} : { body }),
  });
  await answer.json();
  return answer.status;
}
