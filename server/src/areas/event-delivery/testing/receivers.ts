import { vi } from "vitest";
import type { TestProduct } from "../../../testing/product.ts";
import { deliverEvents } from "../delivery/deliver-events.ts";
import type { WireEvent } from "../formats/json.ts";

/** What tests of receivers do with a product. */
export interface ReceiverBed {
  /** Makes a receiver through the API; answers its id. */
  receiver(values: Readonly<Record<string, unknown>>): Promise<string>;
  /** As the list shows it. */
  shown(id: string): Promise<Readonly<Record<string, unknown>> & { readonly problem: string }>;
  /** One run of the job; pauses after failures are taken back first. */
  deliver(limits?: { readonly timeout?: number; readonly longest?: number }): Promise<void>;
  /** Records that the operate log has: events by the thousand, told apart by their numbers. */
  record(from: number, to: number, organization?: string): Promise<void>;
  /** Removes all receivers and events. */
  clear(): Promise<void>;
}

const never = new AbortController().signal;

/** The organization that objects of tests are in. */
export const organizationId = "00000000-0000-0000-0000-000000000002";

/** What tests of receivers do with this product. */
export const receiverBed = (product: TestProduct): ReceiverBed => ({
  async receiver(values) {
    const body = { name: `receiver ${Math.random()}`, ...values };
    const answer = await product.administrator.call("POST", "sallyport/event-receivers/", body);
    if (answer.status !== 201) throw new Error(`no receiver: ${answer.text}`);
    await product.database.pool.query("delete from event_notes");
    return answer.body.id;
  },
  shown: async (id) => (await product.administrator.call("GET", `sallyport/event-receivers/${id}/`)).body,
  async deliver(limits = {}) {
    await product.database.pool.query("update event_receiver_states set date_next = now()");
    await deliverEvents(product.services, { signal: never, ...limits });
  },
  record: async (from, to, organization = organizationId) => {
    await product.database.pool.query(
      `insert into operate_logs (user_display, action, resource_type, resource, resource_id, remote_addr, org_id)
       select 'Mei(mei)', 'create', 'Asset', 'object ' || n, n::text, '192.0.2.7', $3 from generate_series($1::int, $2::int) n`,
      [from, to, organization],
    );
  },
  async clear() {
    await product.database.pool.query("delete from event_receivers");
    await product.database.pool.query("delete from event_notes");
    await product.database.pool.query("delete from events");
  },
});

/** The numbers of `record` that events are about, in their order. */
export const numbersOf = (events: readonly Pick<WireEvent, "object">[]): number[] =>
  events.map(({ object }) => Number(object.replace("object ", "")));

/** Asks again until something holds. */
export const soon = <T>(look: () => Promise<T> | T): Promise<T> =>
  vi.waitFor(look, { timeout: 20_000, interval: 20 });
