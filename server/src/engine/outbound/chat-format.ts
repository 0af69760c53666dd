import type { JsonObject } from "../json.ts";

/** What Slack reads as a mention or a link is text. */
export const slackText = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** What a card of Teams reads as formatting or a link is text. */
export const cardText = (text: string): string => text.replace(/[\\`*_{}[\]()#+!|<>~]/g, "\\$&");

/** Parts of an Adaptive Card as the message that a webhook of Teams takes. */
export const teamsCard = (body: readonly JsonObject[], actions: readonly JsonObject[] = []): JsonObject => ({
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      content: {
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        type: "AdaptiveCard",
        version: "1.4",
        body,
        ...(actions.length === 0 ? {} : { actions }),
      },
    },
  ],
});
