import type { Area } from "../../engine/area.ts";
import { ValidationError } from "../../engine/errors.ts";
import { withParameters } from "../../engine/i18n/index.ts";
import { defineJob } from "../../engine/jobs/index.ts";
import type { AfterSettingsSave } from "../settings/index.ts";
import { pruneSends } from "./limits.ts";
import { smsRoutes } from "./routes.ts";
import { longestCmppText } from "./services/cmpp2.ts";
import { text } from "./texts.ts";
import "./tables.ts";

export { SmsLimitReached } from "./limits.ts";
export { type CodeToSend, isSmsSetUp, type SmsServices, sendSmsCode } from "./send-code.ts";
export { SmsError } from "./sms-error.ts";

/** A message of CMPP is one piece: what is longer would be cut. */
const checkCmppText: AfterSettingsSave = async (_context, category, values) => {
  if (category !== "cmpp2") return;
  const whole = `${values.CMPP2_VERIFY_SIGN_NAME}${values.CMPP2_VERIFY_TEMPLATE_CODE}`;
  if (whole.length <= longestCmppText) return;
  const tooLong = withParameters(text.textTooLong, { limit: longestCmppText });
  throw new ValidationError({ CMPP2_VERIFY_TEMPLATE_CODE: [tooLong] });
};

/** Text messages: the services that send them, and how many are sent. Contract: docs/contract/settings.md. */
export const smsArea: Area = {
  name: "sms",
  routes: smsRoutes,
  afterSettingsSave: [checkCmppText],
  jobs: [defineJob({ name: "sms.prune-sends", schedule: { everySeconds: 3_600 }, run: pruneSends })],
};
