import type { Language } from "../../../engine/i18n/index.ts";
import { type PlacedEvent, type StoredEvent, sentenceOf } from "../catalogue/event.ts";

/** An event as webhooks and JSON lines carry it. docs/events.md, "The event". */
export interface WireEvent extends StoredEvent {
  readonly seq: number;
  readonly summary: string;
}

/** The event with its number and its sentence in front. */
export function wireEvent({ seq, event }: PlacedEvent, language: Language): WireEvent {
  const { id, kind, time, ...rest } = event;
  return { id, seq, kind, time, summary: sentenceOf(event, language), ...rest };
}
