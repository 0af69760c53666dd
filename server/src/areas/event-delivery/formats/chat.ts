import type { Language } from "../../../engine/i18n/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { type PlacedEvent, sentenceOf } from "../catalogue/event.ts";

/** Characters of a sentence in a chat. */
const mostCharacters = 500;

const lineOf = ({ event }: PlacedEvent, language: Language): string => {
  const text = sentenceOf(event, language).replace(/\s+/g, " ");
  return text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters).replace(/[\ud800-\udbff]$/, "")}…`;
};

/** What Slack reads as a mention, a link or formatting is text. */
const slackText = (text: string): string =>
  text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/[*_~`]/g, "\u200b$&");

/** Sentences as a message for an incoming webhook of Slack. */
export const slackMessage = (events: readonly PlacedEvent[], language: Language): JsonObject => ({
  text: events.map((event) => `• ${slackText(lineOf(event, language))}`).join("\n"),
});

/** What a card of Teams reads as formatting or a link is text. */
const cardText = (text: string): string => text.replace(/[\\`*_{}[\]()#+!|<>~]/g, "\\$&");

/** Sentences as a card for an incoming webhook of Teams. */
export const teamsMessage = (events: readonly PlacedEvent[], language: Language): JsonObject => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.4",
        body: events.map((event) => ({
          type: "TextBlock",
          text: cardText(lineOf(event, language)),
          wrap: true,
        })),
      },
    },
  ],
});
