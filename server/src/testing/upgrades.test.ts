import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type SigningOptions, signedHeaders, type TestKey } from "../areas/credentials/testing/sign.ts";
import { acceptUpgrades } from "../engine/http/upgrades.ts";
import { createTestProduct, type TestProduct } from "./product.ts";

const path = "/ws/notifications/site-msg/";
let product: TestProduct;
let port: number;
/** Sockets that were handed to the gateway. */
let handedOff = 0;

beforeAll(async () => {
  product = await createTestProduct({
    SALLYPORT_TRUSTED_PROXIES: "127.0.0.1",
    SALLYPORT_REQUEST_LIMIT: "1",
  });
  const { fastify } = product.app;
  const sockets = product.product.areas.flatMap((area) => area.sockets ?? []);
  acceptUpgrades(fastify, product.services, sockets, {
    send: () => undefined,
    sendSocket: (_message, socket) => {
      handedOff++;
      socket.destroy();
    },
    onHandOff: () => undefined,
  });
  await fastify.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = fastify.server.address() as AddressInfo);
});
afterAll(() => product.close());

/** 101 when a socket opened, else the status of the answer; 0 when there was none. */
function upgrade(from: string, headers: Record<string, string> = {}, to = path): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${to}`, {
    headers: { ...headers, "x-forwarded-for": from },
  });
  return new Promise((resolve) => {
    socket.on("error", () => resolve(0));
    socket.once("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.once("open", () => {
      resolve(101);
      socket.close();
    });
  });
}

test("an access key's addresses are those of the client, whom the proxy names", async () => {
  await product.confirm(product.administrator);
  const { body } = await product.administrator.call("POST", "authentication/access-keys/", {
    ip_group: ["198.51.100.7"],
  });
  const signed = (options: SigningOptions) => signedHeaders(body as TestKey, "GET", path, options);
  expect(await upgrade("198.51.100.7", signed({}))).toBe(101);
  expect(await upgrade("198.51.100.8", signed({ date: new Date(Date.now() - 1_000) }))).toBe(401);
  // What the client itself wrote in front of what the proxy saw does not count.
  const forged = signed({ date: new Date(Date.now() - 2_000) });
  expect(await upgrade("198.51.100.7, 198.51.100.8", forged)).toBe(401);
});

test("upgrades are counted like every other request, the gateway's too", async () => {
  const statuses: number[] = [];
  for (let time = 0; time < 14; time++) statuses.push(await upgrade("203.0.113.5"));
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
  expect(statuses).toContain(429);
  const before = handedOff;
  expect(await upgrade("203.0.113.5", {}, "/koko/ws/terminal/")).toBe(429);
  expect(handedOff).toBe(before);
  expect(await upgrade("203.0.113.6", {}, "/koko/ws/terminal/")).toBe(0);
  expect(handedOff).toBe(before + 1);
  const { statusCode } = await product.app.fastify.inject({
    url: "/api/health/",
    remoteAddress: "127.0.0.1",
    headers: { "x-forwarded-for": "203.0.113.5" },
  });
  expect(statusCode).toBe(429);
});
