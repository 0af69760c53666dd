import { isObject, type Json, type JsonObject } from "../../../engine/json.ts";
import type { StoredEvent } from "./event.ts";

/** Characters to which texts of a record are cut, in turn, until it fits. */
const cuts = [4_096, 1_024, 256, 64];

function cutTexts(value: Json, most: number): Json {
  // Half of a character would be no text any more.
  if (typeof value === "string")
    return value.length <= most ? value : `${value.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…`;
  if (Array.isArray(value)) return value.slice(0, most).map((item) => cutTexts(item, most));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, most)
        .map(([name, item]) => [cutTexts(name, most) as string, cutTexts(item as Json, most)]),
    );
  return value;
}

/**
 * The event with its texts cut until it takes no more than so many bytes as `write` writes it: whatever a record holds,
 * a receiver gets a message it can take. A record that cannot be cut that far is left out.
 *
 * @param write how the receiver reads it; default as JSON
 */
export function bounded<Event extends StoredEvent>(
  event: Event,
  bytes: number,
  write: (event: Event) => string = JSON.stringify,
): Event {
  if (Buffer.byteLength(write(event)) <= bytes) return event;
  for (const most of cuts) {
    const cut = {
      ...(cutTexts(event as unknown as JsonObject, most) as unknown as Event),
      truncated: true as const,
    };
    if (Buffer.byteLength(write(cut)) <= bytes) return cut;
  }
  return {
    ...(cutTexts(event as unknown as JsonObject, 64) as unknown as Event),
    record: {},
    truncated: true,
  };
}
