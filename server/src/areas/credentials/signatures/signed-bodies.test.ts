import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpApp } from "../../../http-app.ts";
import { createProduct } from "../../../product.ts";
import type { TestAnswer, TestCaller, TestProduct } from "../../../testing/product.ts";
import { type KeyCaller, keyPaths, type Sent, startKeyCaller } from "../testing/key-caller.ts";
import { digestOf, signedHeaders, type TestKey } from "../testing/sign.ts";

const { groups } = keyPaths;

let caller: KeyCaller;
let product: TestProduct;
let admin: TestCaller;
let key: TestKey;

beforeAll(async () => {
  caller = await startKeyCaller();
  ({ product, key } = caller);
  admin = product.administrator;
});
afterAll(() => product?.close());

const ask = (who: TestKey, sent?: Sent): Promise<TestAnswer> => caller.ask(who, sent);

describe("the body of a signed request", () => {
  const target = groups;
  it("is compared with a signed digest, in either form", async () => {
    const body = '{"name":"digested"}';
    const altered = '{"name":"altered"}';
    const refused = await ask(key, { method: "POST", target, body, sentBody: altered });
    expect([refused.status, refused.body.code]).toEqual([401, "authentication_failed"]);
    const empty = await ask(key, { method: "POST", target, body: "", sentBody: altered });
    expect(empty.status).toBe(401);
    const signed = ["(request-target)", "date", "content-digest"];
    const headers = { "content-digest": digestOf(body).replace(/^SHA-256=(.*)$/, "sha-256=:$1:") };
    const post = { method: "POST", target, signed, headers };
    expect((await ask(key, { ...post, plainBody: altered })).status).toBe(401);
    expect((await ask(key, { ...post, plainBody: body })).status).toBe(201);
    const weak = {
      method: "POST",
      target,
      signed: ["(request-target)", "date", "digest"],
      plainBody: altered,
    };
    expect((await ask(key, { ...weak, headers: { digest: "MD5=Q2hlY2sgSW50ZWdyaXR5IQ==" } })).status).toBe(
      401,
    );
    const names = (await admin.call("GET", "users/groups/")).body.map(({ name }: { name: string }) => name);
    expect(names).toContain("digested");
    expect(names).not.toContain("altered");
  });

  it("cannot be left away, nor sent where none was signed", async () => {
    const made = (await admin.call("POST", "users/groups/", { name: "kept" })).body.id as string;
    const one = `${groups}${made}/`;
    const headers = signedHeaders(key, "PATCH", one, { body: '{"name":"renamed"}' });
    const bare = await product.app.fastify.inject({ method: "PATCH", url: one, headers });
    expect(bare.statusCode).toBe(401);
    const removed = await ask(key, { method: "DELETE", target: one, body: "", sentBody: '{"name":"x"}' });
    expect(removed.status).toBe(401);
    expect((await admin.call("GET", `users/groups/${made}/`)).body.name).toBe("kept");
  });

  it("has to be signed where the installation asks for that", async () => {
    const { services, database } = product;
    const config = { ...services.config, signatureDigest: true };
    const strict = createProduct({ config, database, events: services.events });
    const { fastify } = await createHttpApp(strict.services, strict.areas);
    const post = (name: string, isSigned: boolean) => {
      const payload = JSON.stringify({ name });
      const signed = signedHeaders(key, "POST", target, isSigned ? { body: payload } : {});
      const headers = { ...signed, "content-type": "application/json" };
      return fastify.inject({ method: "POST", url: target, headers, payload });
    };
    const [unsigned, signed] = [await post("undigested", false), await post("covered", true)];
    await fastify.close();
    expect([unsigned.statusCode, signed.statusCode]).toEqual([401, 201]);
    expect(unsigned.json().detail).toContain("digest");
  });
});

describe("a signature", () => {
  const target = groups;
  it("writes once; another body of the same second is another write", async () => {
    const date = new Date();
    const write = (name: string, extra = {}) =>
      ask(key, { method: "POST", target, date, plainBody: JSON.stringify({ name }), ...extra });
    expect((await write("first")).status).toBe(201);
    const again = await write("first");
    expect([again.status, again.body.code]).toEqual([401, "authentication_failed"]);
    expect(again.body.detail).toContain("already");
    expect((await write("second")).status).toBe(201);
    const headers = signedHeaders(key, "POST", target, { date });
    const spelled = headers.authorization?.replace('="', '= "').replace(/=+"$/, '"');
    expect((await write("first", { extra: { authorization: spelled } })).status).toBe(401);
  });

  it("of several at once writes once", async () => {
    const body = '{"name":"raced"}';
    const date = new Date();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ask(key, { method: "POST", target, date, body })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
  });

  it("reads as often as its date allows", async () => {
    const date = new Date();
    for (let time = 0; time < 3; time += 1) expect((await ask(key, { date })).status).toBe(200);
  });
});
