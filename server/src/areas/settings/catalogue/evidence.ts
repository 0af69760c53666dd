import { FieldError } from "../../../engine/errors.ts";
import { secret, text } from "../setting-kinds.ts";
import { text as texts } from "../texts.ts";

/** An address of one of these protocols with a host, and without what is not said there. */
const address =
  (protocols: readonly string[], mayHavePath: boolean, problem: (typeof texts)[keyof typeof texts]) =>
  (value: string): string => {
    if (value === "") return value;
    const url = URL.canParse(value) ? new URL(value) : null;
    const isPlain = url !== null && url.username + url.password + url.hash === "" && url.hostname !== "";
    const isBare = url !== null && /^\/?$/.test(url.pathname) && url.search === "";
    if (!isPlain || !protocols.includes(url.protocol) || !(mayHavePath || isBare))
      throw new FieldError([problem]);
    return value;
  };

/** What is in a header: one line, nothing that ends it. */
function headerText(value: string): string {
  if (!/^[\x21-\x7e]*$/.test(value)) throw new FieldError([texts.evidenceTokenText]);
  return value;
}

/** Category `evidence`: where the signed checkpoints are delivered to. */
export const evidenceSettings = {
  EVIDENCE_SYSLOG_ADDRESS: text("", {
    label: texts.evidenceSyslog,
    help: texts.evidenceSyslogHelp,
    maxLength: 256,
    check: address(["tcp:", "tls:"], false, texts.evidenceSyslogAddress),
  }),
  EVIDENCE_WEBHOOK_URL: text("", {
    label: texts.evidenceWebhook,
    help: texts.evidenceWebhookHelp,
    maxLength: 1024,
    check: address(["http:", "https:"], true, texts.evidenceWebhookAddress),
  }),
  EVIDENCE_WEBHOOK_TOKEN: secret({
    label: texts.evidenceToken,
    help: texts.evidenceTokenHelp,
    maxLength: 1024,
    check: headerText,
  }),
};
