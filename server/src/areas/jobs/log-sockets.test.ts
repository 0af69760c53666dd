import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import type { HttpApp } from "../../engine/http/http-server.ts";
import { acceptUpgrades } from "../../engine/http/upgrades.ts";
import { localChannel } from "../../engine/process/channel.ts";
import { createHttpApp } from "../../http-app.ts";
import { createTestProduct, type TestCaller, type TestProduct } from "../../testing/product.ts";

let product: TestProduct;
let app: HttpApp;
let task: string;
beforeAll(async () => {
  product = await createTestProduct();
  const { services, areas } = product.product;
  app = await createHttpApp(services, areas);
  const sockets = areas.flatMap((area) => area.sockets ?? []);
  acceptUpgrades(
    app.fastify,
    services,
    sockets,
    localChannel(() => undefined),
  );
  await app.fastify.listen({ port: 0, host: "127.0.0.1" });
  const { body } = await product.administrator.call("POST", "assets/hosts/", {
    name: "idle",
    address: "192.0.2.1",
    platform: 1,
    is_active: false,
    protocols: [{ name: "ssh", port: 22 }],
  });
  const asked = await product.administrator.call("POST", "assets/assets/tasks/", {
    action: "refresh",
    assets: [body.id],
  });
  task = asked.body.task;
});
afterAll(async () => {
  await app?.fastify.close();
  await product?.close();
});

interface Said {
  readonly message?: string;
  readonly task?: string;
  readonly event?: string;
}

/** A page that asks for a task's log, and all it was told. */
async function follow(caller: TestCaller | null, asked: unknown) {
  const { port } = app.fastify.server.address() as AddressInfo;
  const cookie = Object.entries(caller?.cookies ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/ops/tasks/log/`, { headers: { cookie } });
  const said: Said[] = [];
  socket.on("message", (data) => said.push(JSON.parse(String(data)) as Said));
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  socket.send(JSON.stringify(asked));
  const ended = () =>
    vi.waitFor(() => expect(said.at(-1)).toEqual({ event: "end", message: "", task: expect.anything() }), {
      timeout: 30_000,
      interval: 20,
    });
  return { socket, said, ended };
}

it("says dots while nobody works on it, then the whole log, to whoever comes early or late", async () => {
  const early = await follow(product.administrator, { task, type: "celery" });
  await vi.waitFor(() => expect(early.said.length).toBeGreaterThan(1), { timeout: 10_000 });
  expect(early.said.every((one) => one.message === "." && one.task === task)).toBe(true);
  await product.work();
  await early.ended();
  const begin = early.said.findIndex(({ message }) => message === "\r\n");
  expect(early.said[begin]).toEqual({ message: "\r\n" });
  const text = (said: readonly Said[]) => said.map(({ message }) => message ?? "").join("");
  expect(text(early.said)).toMatch(
    /Gather asset facts started at[^\n]*\r\n[\s\S]*skipped – the asset is disabled/,
  );
  expect(text(early.said).replaceAll("\r\n", "")).not.toContain("\n");
  const late = await follow(product.administrator, { task });
  await late.ended();
  expect(text(late.said.slice(1))).toBe(text(early.said.slice(begin + 1)));
  late.said.length = 0;
  // The socket stays open: another log may be asked for.
  late.socket.send(JSON.stringify({ task }));
  await late.ended();
  early.socket.close();
  late.socket.close();
});

it("tells nothing to those who may not see it, and does not open to strangers", async () => {
  const member = await product.signIn((await product.createUser({})).id);
  const page = await follow(member, { task });
  await page.ended();
  expect(page.said.map(({ message }) => message).join("")).toBe(
    "This task does not exist, or you do not have access to its log.\r\n",
  );
  for (const nonsense of ["{", 7, { task: 7 }, { task: "x".repeat(2_000) }, null])
    page.socket.send(JSON.stringify(nonsense));
  page.said.length = 0;
  page.socket.send(JSON.stringify({ task: "no id; drop table users" }));
  await page.ended();
  page.socket.close();
  await expect(follow(null, { task })).rejects.toThrow("401");
});
