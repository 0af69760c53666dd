import { timeEvents } from "../../server/src/testing/event-times.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import { judged, type Row } from "../table.ts";

/** Events a second in and out, and most that noting one may add to a sign-in. */
const targets = { added: 10_000, delivered: 2_000, share: 0.05 };

/** How fast events are put in order and delivered over TLS, and what noting them costs those who cause them. */
export async function measureEvents({ sizes }: Fixtures): Promise<Row[]> {
  const { added, delivered, signInShare } = await timeEvents(sizes.events);
  const fast = (name: string, speed: number, target: number) =>
    judged(name, `${speed.toFixed(0)} /s`, `≥ ${target} /s`, speed >= target);
  return [
    fast("events noted and put in order", added, targets.added),
    fast("events delivered to a webhook over TLS", delivered, targets.delivered),
    judged(
      "noting a sign-in, share of checking its password",
      `${(signInShare * 100).toFixed(1)} %`,
      `< ${targets.share * 100} %`,
      signInShare < targets.share,
    ),
  ];
}
