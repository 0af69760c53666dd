import { isIP } from "node:net";
import { addressMatches } from "../../../engine/access/index.ts";
import { FieldError } from "../../../engine/errors.ts";
import { literal } from "../../../engine/i18n/index.ts";
import { roomText as text } from "../room-texts.ts";
import { boolean, choice, secret } from "../setting-kinds.ts";

const isThisMachine = (host: string): boolean =>
  host === "localhost" || (isIP(host) !== 0 && addressMatches(host, ["127.0.0.0/8"]));

/** The URL is the secret itself, so it leaves this machine encrypted only. */
function webhookUrl(value: string): string {
  if (value === "") return value;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isThisMachine(url.hostname));
  if (url === null || !isSafe || url.username + url.password + url.hash !== "")
    throw new FieldError([text.notUrl]);
  return value;
}

const language = choice("en", {
  label: text.language,
  choices: [
    { value: "en", label: literal("English") },
    { value: "zh", label: literal("中文") },
    { value: "ja", label: literal("日本語") },
  ],
});

/** Category `slack`: the incoming webhook of a channel there. */
export const slackSettings = {
  SLACK_ENABLED: boolean(false, { label: text.onSlack, help: text.onHelp }),
  SLACK_WEBHOOK_URL: secret({ label: text.url, help: text.slackHelp, maxLength: 2048, check: webhookUrl }),
  SLACK_LANGUAGE: language,
};

/** Category `teams`: the webhook of a workflow that posts to a channel there. */
export const teamsSettings = {
  TEAMS_ENABLED: boolean(false, { label: text.onTeams, help: text.onHelp }),
  TEAMS_WEBHOOK_URL: secret({ label: text.url, help: text.teamsHelp, maxLength: 2048, check: webhookUrl }),
  TEAMS_LANGUAGE: language,
};
