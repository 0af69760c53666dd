import { setTimeout as sleep } from "node:timers/promises";
import type { Product } from "../../e2e/support/product.ts";
import {
  ComponentClient,
  registerComponent,
  type TaskSocket,
} from "../../server/src/testing/component-client.ts";
import { shareOfCore } from "../costs.ts";
import { bootstrapToken, type Fixtures } from "../fixtures/fixtures.ts";
import { judged, noted, type Row } from "../table.ts";

/** Most of a core that hearing of all of them may take. */
const limit = 0.01;

/** What a component says; the figures differ, so that none is as the one before. */
const told = () => ({
  sessions: [],
  session_online: 0,
  cpu_load: Math.random() * 4,
  memory_used: Math.random() * 80,
  disk_used: 20,
});

/**
 * What hearing of many components takes of a core, in all processes of the product and its database: over the sockets
 * of the contract, and by signed requests, less what the product takes without them.
 */
export async function measureComponents(fixtures: Fixtures): Promise<Row[]> {
  const { components: count, componentSeconds: seconds } = fixtures.sizes;
  const product = await fixtures.startForComponents();
  const sockets: TaskSocket[] = [];
  try {
    const clients: ComponentClient[] = [];
    for (let at = 0; at < count; at += 1) {
      const registration = { name: `component-${at}`, type: "koko" };
      const { status, body } = await registerComponent(product.url, registration, bootstrapToken);
      if (status !== 201) throw new Error(`a component was not registered: ${JSON.stringify(body)}`);
      clients.push(new ComponentClient(product.url, body.service_account.access_key));
    }
    const request = async (at: number) => {
      const { status } = (await clients[at]?.call("POST", "terminal/status/", told())) ?? {};
      if (status !== 201) throw new Error(`a heartbeat was answered ${status}`);
    };
    // Components are heard for months: the first time, which is stored at once, is not what is measured.
    for (let at = 0; at < count; at += 1) await request(at);
    const alone = await share(product, seconds, count, async () => undefined);
    const requested = await share(product, seconds, count, request);
    for (const client of clients) {
      const socket = await client.connect();
      await socket.next();
      sockets.push(socket);
    }
    const heard = await share(product, seconds, count, async (at) => sockets[at]?.beat(told()));
    const name = `heartbeats of ${count} components, every ${seconds} s`;
    const beside = { beside: `without ${percent(alone)}` };
    const more = Math.max(0, heard - alone);
    return [
      judged(`${name}, over sockets`, percent(more), `< ${percent(limit)} of a core`, more < limit, beside),
      noted(`${name}, by signed requests`, percent(Math.max(0, requested - alone)), beside),
    ];
  } finally {
    await Promise.all(sockets.map((socket) => socket.close()));
    await product.dispose();
  }
}

const percent = (part: number): string => `${(part * 100).toFixed(2)} %`;

/** Which part of a core the product takes while each of so many components beats once, one after the other. */
function share(
  product: Product,
  seconds: number,
  count: number,
  beat: (component: number) => Promise<void>,
): Promise<number> {
  const pids = product.processes().map(({ pid }) => pid);
  const started = performance.now();
  const pause = (seconds * 1_000) / count;
  return shareOfCore(pids, async () => {
    for (let at = 0; at < count; at += 1) {
      await beat(at);
      const due = started + (at + 1) * pause;
      await sleep(Math.max(0, due - performance.now()));
    }
  });
}
