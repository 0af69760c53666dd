import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { NotFound } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { translate } from "../../../engine/i18n/index.ts";
import { computed, isUuid } from "../../../engine/resource/index.ts";
import type { PlacedEvent } from "../catalogue/event.ts";
import { testKind } from "../catalogue/kinds.ts";
import { problemText } from "../receivers/progress-fields.ts";
import { readReceivers } from "../receivers/receiver.ts";
import { changeReceivers } from "../receivers/receiver-resource.ts";
import { text } from "../texts.ts";
import { recordTry, tried } from "./record-try.ts";
import { sendEvents } from "./send-events.ts";

/** Longest time of a test, in milliseconds. */
const longestTest = 10_000;

const testEvent = (user: string, address: string): PlacedEvent => ({
  seq: 0,
  event: {
    id: randomUUID(),
    kind: testKind.name,
    time: new Date().toISOString(),
    severity: testKind.severity,
    org_id: null,
    user,
    source_ip: address,
    asset: "",
    account: "",
    object: "",
    object_type: "",
    session_id: "",
    outcome: "success",
    record: {},
  },
});

/** Sends a receiver a test event at once, and answers what it said. Contract: docs/contract/events.md, "A test". */
export const testRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/sallyport/event-receivers/:id/test/",
  access: changeReceivers,
  title: "Event Receiver Test",
  // It waits for somebody else's server.
  transaction: false,
  fields: {
    POST: {
      is_success: computed({ label: text.isSuccess, type: "boolean", present: () => null }),
      detail: computed({ label: text.problem, type: "string", present: () => null }),
      answer: computed({ label: text.answer, type: "string", present: () => null }),
      milliseconds: computed({ label: text.milliseconds, type: "integer", present: () => null }),
    },
  },
  handle: async (context, { params }) => {
    const { services, language, principal, remoteAddress } = caller(context);
    const id = params.id ?? "";
    const [receiver] = isUuid(id) ? await readReceivers(services, sql<boolean>`t.id = ${id}::uuid`) : [];
    if (receiver === undefined) throw new NotFound(text.receiver);
    const events = [testEvent(`${principal.name}(${principal.username})`, remoteAddress)];
    const outcome = await tried(() =>
      sendEvents(receiver, events, {
        allowed: services.config.localTargets,
        signal: AbortSignal.timeout(longestTest),
      }),
    );
    await recordTry(services.db, receiver.id, "test", events, outcome);
    const isSuccess = outcome.problem === "";
    const good = receiver.address.startsWith("udp:") ? text.testSent : text.testTaken;
    return {
      body: {
        is_success: isSuccess,
        detail: isSuccess ? translate(good, language) : problemText(outcome.problem, context),
        answer: outcome.answer,
        milliseconds: outcome.milliseconds,
      },
    };
  },
};
