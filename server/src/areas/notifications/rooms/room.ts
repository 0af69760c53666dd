import { type Language, literal, type Message } from "../../../engine/i18n/index.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { cardText, type PostAnswer, slackText, teamsCard } from "../../../engine/outbound/index.ts";
import type { SettingsPort } from "../../../engine/services.ts";

/** A message for a room, as plain text. */
export type RoomMessage = {
  readonly subject: string;
  readonly text: string;
  readonly links: readonly { readonly title: string; readonly url: string }[];
};

/**
 * A chat channel that messages are posted to through a webhook. Several people read it, so it takes system messages
 * and is not a personal delivery channel. Contract: docs/contract/notifications.md, section 10.
 */
export interface Room {
  readonly name: string;
  readonly label: Message;
  readonly settings: { readonly on: string; readonly url: string; readonly language: string };
  /** The message as it is posted; the end of a text beyond the limit of the other side is cut off. */
  body(message: RoomMessage): JsonObject;
  /** The status that an answer of 2xx means: another where it says that the message was not taken. */
  statusMeant(answer: PostAnswer): number;
}

/** Characters of a text that Slack shows; it cuts what is longer. */
const mostOfSlack = 40_000;

/** Bytes of a message that Teams takes. */
const mostOfTeams = 28 * 1024;

/** The longest beginning of a text that fits, with a sign that there was more. */
function cut(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const beginning = (length: number): string => `${text.slice(0, length).replace(/[\ud800-\udbff]$/, "")}…`;
  let [most, tooMuch] = [0, text.length];
  while (tooMuch - most > 1) {
    const middle = Math.floor((most + tooMuch) / 2);
    if (fits(beginning(middle))) most = middle;
    else tooMuch = middle;
  }
  return beginning(most);
}

function slackBody({ subject, text, links }: RoomMessage): JsonObject {
  const addresses = links.map(
    ({ title, url }) => `<${slackText(url)}|${slackText(title).replaceAll("|", "/")}>`,
  );
  const whole = (shown: string): string =>
    [slackText(subject), slackText(shown), addresses.join("\n")].filter((part) => part !== "").join("\n\n");
  return { text: whole(cut(text, (shown) => whole(shown).length <= mostOfSlack)) };
}

function teamsBody({ subject, text, links }: RoomMessage): JsonObject {
  const actions = links.map(({ title, url }) => ({ type: "Action.OpenUrl", title, url }));
  const card = (shown: string): JsonObject =>
    teamsCard(
      [
        { type: "TextBlock", text: cardText(subject), weight: "Bolder", wrap: true },
        // A single line break is a space there.
        { type: "TextBlock", text: cardText(shown).replace(/\n+/g, "\n\n"), wrap: true },
      ],
      actions,
    );
  const isSmall = (shown: string): boolean => Buffer.byteLength(JSON.stringify(card(shown))) <= mostOfTeams;
  return card(cut(text, isSmall));
}

/** Every room, in the order in which they are shown. */
export const rooms: readonly Room[] = [
  {
    name: "slack",
    label: literal("Slack"),
    settings: { on: "SLACK_ENABLED", url: "SLACK_WEBHOOK_URL", language: "SLACK_LANGUAGE" },
    body: slackBody,
    // A page of somebody else, such as one to sign in at, says nothing of whether another try would help.
    statusMeant: ({ status, answer }) => (answer.trim() === "ok" ? status : 400),
  },
  {
    name: "teams",
    label: literal("Microsoft Teams"),
    settings: { on: "TEAMS_ENABLED", url: "TEAMS_WEBHOOK_URL", language: "TEAMS_LANGUAGE" },
    body: teamsBody,
    // Connectors, which came before workflows, answer 200 with the status of Teams itself in the text. Whatever number
    // that is, the message was not taken.
    statusMeant: ({ status, answer }) => {
      const told = /HTTP error (\d+)/.exec(answer)?.[1];
      return told === undefined ? status : Math.max(400, Number(told));
    },
  },
];

/** Choices of a list of rooms. */
export const roomChoices = rooms.map(({ name, label }) => ({ value: name, label }));

/** The webhook of a room; "" while none is saved. */
export const readRoomUrl = async (settings: SettingsPort, { settings: keys }: Room): Promise<string> =>
  String((await settings.get<string | null>(keys.url)) ?? "");

/** Whether this installation can write to a room now. */
export const isRoomOn = async (settings: SettingsPort, room: Room): Promise<boolean> =>
  (await settings.get<boolean>(room.settings.on)) && (await readRoomUrl(settings, room)) !== "";

/** The language in which a room is written to. */
export const readRoomLanguage = (settings: SettingsPort, { settings: keys }: Room): Promise<Language> =>
  settings.get<Language>(keys.language);
