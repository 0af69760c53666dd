import { FieldError } from "../../../engine/errors.ts";
import { literal } from "../../../engine/i18n/index.ts";
import { radiusText as text } from "../radius-texts.ts";
import { boolean, choice, integer, text as line, secret } from "../setting-kinds.ts";

/** A host name or an address, and nothing around it. */
function host(value: string): string {
  if (value !== "" && !/^[a-z\d]([a-z\d.:_-]*[a-z\d])?$/i.test(value)) throw new FieldError([text.notHost]);
  return value;
}

/** Category `radius`: the server people sign in by, or that checks codes as a second factor. */
export const radiusSettings = {
  AUTH_RADIUS: boolean(false, { label: text.on, help: text.onHelp }),
  RADIUS_SERVER: line("", { label: text.server, help: text.serverHelp, maxLength: 255, check: host }),
  RADIUS_PORT: integer(1812, { label: text.port, minimum: 1, maximum: 65_535 }),
  RADIUS_SECRET: secret({ label: text.secret, help: text.secretHelp, maxLength: 1024 }),
  OTP_IN_RADIUS: boolean(false, { label: text.otp, help: text.otpHelp }),
  RADIUS_PROTOCOL: choice("pap", {
    label: text.protocol,
    help: text.protocolHelp,
    choices: [
      { value: "pap", label: literal("PAP") },
      { value: "chap", label: literal("CHAP") },
      { value: "mschapv2", label: literal("MS-CHAPv2") },
    ],
  }),
  RADIUS_NAS_IDENTIFIER: line("Sallyport", {
    label: text.nasIdentifier,
    help: text.nasIdentifierHelp,
    maxLength: 253,
    blank: false,
  }),
  RADIUS_TIMEOUT: integer(5, { label: text.timeout, help: text.timeoutHelp, minimum: 1, maximum: 60 }),
  RADIUS_RETRIES: integer(2, { label: text.retries, help: text.retriesHelp, minimum: 0, maximum: 5 }),
};
