import { permission } from "../../../engine/access/index.ts";
import { BadRequest } from "../../../engine/errors.ts";
import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { text as line, parseBody, secret } from "../../../engine/resource/index.ts";
import { limitSignIn } from "../../credentials/index.ts";
import { askRadius, type RadiusVerdict } from "./ask-radius.ts";
import type { MsChapRefusal } from "./ms-chap.ts";
import { RadiusFailure } from "./radius-failure.ts";
import { readRadiusSettings } from "./radius-settings.ts";
import { failureMessage, text } from "./texts.ts";

const fields = {
  username: line({ label: text.username, required: true, maxLength: 253 }),
  password: secret({ label: text.password, required: true, maxLength: 1024 }),
  msg: line({ label: text.outcome, readOnly: true }),
};

/** Words for what a server said; those it refuses by are an error. */
function tell(verdict: RadiusVerdict): Message {
  if (verdict.kind === "reject") throw new BadRequest("rejected", refusal(verdict));
  if (verdict.kind === "challenge") {
    return verdict.prompt === ""
      ? text.testAsksMore
      : withParameters(text.testAsks, { prompt: verdict.prompt });
  }
  const named = Object.entries(verdict.attributes).map(([name, values]) => `${name}=${values.join(",")}`);
  return named.length === 0
    ? text.testAccepted
    : withParameters(text.testAcceptedWith, { attributes: named.join("; ") });
}

/** What a server says by MS-CHAPv2; it is told to administrators, who may know it of any name. */
const reasons: Readonly<Record<MsChapRefusal, Message>> = {
  passwordExpired: text.testPasswordExpired,
  accountDisabled: text.testAccountDisabled,
  restrictedHours: text.testRestrictedHours,
  noDialIn: text.testNoDialIn,
};

function refusal({ said, reason }: Extract<RadiusVerdict, { readonly kind: "reject" }>): Message {
  if (reason !== null) return reasons[reason];
  return said === "" ? text.testRejected : withParameters(text.testRejectedWith, { said });
}

/**
 * Asks the server, as it is saved, about a name and a password, whether sign-in by it is on or not. Nobody is signed in,
 * and nobody becomes a user. Contract: docs/contract/settings.md, "RADIUS".
 */
export const radiusTestRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/sallyport/radius/testing/login/",
  access: permission("settings.change_auth"),
  title: "Radius Testing Login Api",
  // It waits for somebody else's server.
  transaction: false,
  fields: { POST: fields },
  handle: async (context, { body }) => {
    const { services, language, remoteAddress } = context;
    const given = (await parseBody(caller(context), fields, body)) as Record<string, string>;
    const { username = "", password = "" } = given;
    limitSignIn(context, username);
    try {
      const settings = await readRadiusSettings(services);
      const verdict = await askRadius(settings, { username, password, remoteAddress });
      return { body: { msg: translate(tell(verdict), language) } };
    } catch (error) {
      if (!(error instanceof RadiusFailure)) throw error;
      throw new BadRequest(error.problem, failureMessage(error));
    }
  },
};
