import type { Language } from "../../../engine/i18n/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { cardText, slackText, teamsCard } from "../../../engine/outbound/index.ts";
import { type PlacedEvent, sentenceOf } from "../catalogue/event.ts";

/** Characters of a sentence in a chat. */
const mostCharacters = 500;

const lineOf = ({ event }: PlacedEvent, language: Language): string => {
  const text = sentenceOf(event, language).replace(/\s+/g, " ");
  return text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters).replace(/[\ud800-\udbff]$/, "")}…`;
};

/** A sentence without the formatting Slack would read in it. */
const sentence = (text: string): string => slackText(text).replace(/[*_~`]/g, "\u200b$&");

/** Sentences as a message for an incoming webhook of Slack. */
export const slackMessage = (events: readonly PlacedEvent[], language: Language): JsonObject => ({
  text: events.map((event) => `• ${sentence(lineOf(event, language))}`).join("\n"),
});

/** Sentences as a card for an incoming webhook of Teams. */
export const teamsMessage = (events: readonly PlacedEvent[], language: Language): JsonObject =>
  teamsCard(
    events.map((event) => ({ type: "TextBlock", text: cardText(lineOf(event, language)), wrap: true })),
  );
