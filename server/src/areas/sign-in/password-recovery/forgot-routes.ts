import { anonymous, type RequestContext } from "../../../engine/access/index.ts";
import { BadRequest, TooManyRequests } from "../../../engine/errors.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import { text as line } from "../../../engine/resource/index.ts";
import type { Services } from "../../../engine/services.ts";
import { limitSignIn } from "../../credentials/index.ts";
import { isMailSetUp } from "../../notifications/index.ts";
import {
  asText,
  csrfFailurePath,
  fieldsOf,
  forgotPath,
  openForm,
  originOf,
  previewingPath,
} from "../../pages/index.ts";
import { readAppearance } from "../../settings/index.ts";
import { isSmsSetUp } from "../../sms/index.ts";
import { checkCaptcha, newCaptcha } from "../captcha/index.ts";
import { type CodeMethod, renderCode, renderGone, renderNoMail, renderWho } from "./forgot-pages.ts";
import { text } from "./forgot-texts.ts";
import { beginRecovery, checkRecoveryCode, findRecovery, sendRecoveryCode } from "./recovery-requests.ts";
import { asEmailTarget, asPhoneTarget, type RecoveryTarget } from "./recovery-target.ts";
import { issueResetToken, resetPasswordAddress } from "./reset-tokens.ts";

/** A page with what is wrong, under the status of the error. */
interface Problem {
  readonly error: Message;
  readonly status?: number;
}

async function frameOf({ language, services }: RequestContext) {
  return { language, look: await readAppearance(services.settings) };
}

async function showWho(
  context: RequestContext,
  request: RouteRequest,
  username: string,
  problem?: Problem,
): Promise<RouteAnswer> {
  const { csrfToken, cookies } = await openForm(context, request);
  const captcha = newCaptcha(context.services);
  const error = problem?.error ?? null;
  const body = renderWho({ ...(await frameOf(context)), csrfToken, error, username, captcha });
  return { status: error === null ? 200 : (problem?.status ?? 400), body, cookies };
}

async function showCode(
  context: RequestContext,
  request: RouteRequest,
  token: string,
  problem?: Problem & { readonly method?: CodeMethod },
): Promise<RouteAnswer> {
  const { services, query } = context;
  const frame = await frameOf(context);
  const recovery = await findRecovery(services, token);
  if (recovery === null) return { status: 404, body: renderGone(frame) };
  const { csrfToken, cookies } = await openForm(context, request);
  const error = problem?.error ?? null;
  const methods = await methodsOf(services.settings);
  const { username, email, phone } = recovery;
  const asked = problem?.method ?? query.get("by") ?? (phone === null ? "email" : "sms");
  const method = methods.find((one) => one === asked) ?? methods[0] ?? "email";
  const body = renderCode({
    ...frame,
    csrfToken,
    error,
    token,
    username,
    method,
    hasOther: methods.length > 1,
    target: method === "email" ? email : phone,
  });
  return { status: error === null ? 200 : (problem?.status ?? 400), body, cookies };
}

/** How codes can be sent here. */
async function methodsOf(settings: Services["settings"]): Promise<readonly CodeMethod[]> {
  const [mails, texts] = await Promise.all([isMailSetUp(settings), isSmsSetUp(settings)]);
  return [...(mails ? (["email"] as const) : []), ...(texts ? (["sms"] as const) : [])];
}

/** Where a form wants its code, or what is wrong with that. */
async function targetOf(
  { services }: RequestContext,
  fields: Readonly<Record<string, unknown>>,
): Promise<RecoveryTarget | Message> {
  const method = asText(fields.form_type) === "sms" ? "sms" : "email";
  const methods = await methodsOf(services.settings);
  if (methods.length === 0) return text.noMail;
  if (!methods.includes(method)) return method === "sms" ? text.noTextMessages : text.noEmail;
  const given = asText(fields[method]).trim();
  if (given === "") return method === "sms" ? text.phoneMissing : text.emailMissing;
  return method === "sms" ? asPhoneTarget(services, given) : asEmailTarget(given);
}

const isTarget = (found: RecoveryTarget | Message): found is RecoveryTarget => "column" in found;

/** The token of the address as it can be in another one. */
const tokenOf = ({ query }: RequestContext): string =>
  (query.get("token") ?? "").replace(/[^\w-]/g, "").slice(0, 64);

/** Counts an attempt against the limits of signing in; the problem when there were too many. */
function tooMany(context: RequestContext, name: string): Problem | null {
  try {
    limitSignIn(context, name);
    return null;
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error;
    return { error: error.detail, status: error.status };
  }
}

async function begin(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const fields = fieldsOf(request);
  const username = asText(fields.username).trim();
  const refuse = (error: Message) => showWho(context, request, username.slice(0, 128), { error });
  const origin = await originOf(context, request);
  if (origin === "no-cookie") return refuse(text.cookieMissing);
  if (origin === "foreign") return { location: csrfFailurePath("") };
  if (username === "") return refuse(text.usernameMissing);
  const busy = tooMany(context, username);
  if (busy !== null) return showWho(context, request, username.slice(0, 128), busy);
  const isSolved = await checkCaptcha(context.services, asText(fields.captcha_0), asText(fields.captcha_1));
  if (!isSolved) return refuse(text.captchaWrong);
  const token = await beginRecovery(context.services, username);
  return { location: `${forgotPath}?token=${token}` };
}

async function proceed(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  const { services, language, remoteAddress } = context;
  const token = tokenOf(context);
  const fields = fieldsOf(request);
  const method = asText(fields.form_type) === "sms" ? "sms" : "email";
  const refuse = (error: Message) => showCode(context, request, token, { error, method });
  const origin = await originOf(context, request);
  if (origin === "no-cookie") return refuse(text.cookieMissing);
  if (origin === "foreign") return { location: csrfFailurePath("") };
  const busy = tooMany(context, token);
  if (busy !== null) return showCode(context, request, token, { ...busy, method });
  const target = await targetOf(context, fields);
  if (!isTarget(target)) return refuse(target);
  const code = asText(fields.code);
  if (code === "") {
    const outcome = await sendRecoveryCode(services, token, target, { language, remoteAddress });
    if (outcome !== null && !outcome.isSent) {
      return refuse(withParameters(text.tooSoon, { seconds: outcome.wait }));
    }
    return showCode(context, request, token);
  }
  const outcome = await checkRecoveryCode(services, token, target, code);
  if (outcome === "wrong") return refuse(text.codeWrong);
  if (outcome === "expired") return refuse(text.codeExpired);
  return { location: resetPasswordAddress(await issueResetToken(services, outcome.userId)) };
}

/** A step that only makes sense where codes can be sent. */
function step(
  path: string,
  show: (context: RequestContext, request: RouteRequest) => Promise<RouteAnswer>,
  submit: (context: RequestContext, request: RouteRequest) => Promise<RouteAnswer>,
): RouteDeclaration {
  return {
    methods: ["GET", "POST"],
    path,
    access: anonymous("whoever forgot their password cannot sign in"),
    // The form carries a token of its own: there is no session.
    csrf: false,
    // Guesses count although the answer is an error.
    transaction: false,
    bodyLimit: 16_384,
    handle: async (context, request) => {
      if ((await methodsOf(context.services.settings)).length === 0)
        return { body: renderNoMail(await frameOf(context)) };
      return request.method === "POST" ? submit(context, request) : show(context, request);
    },
  };
}

const codeFields = {
  form_type: line({ label: text.formType, required: true }),
  email: line({ label: text.email }),
  sms: line({ label: text.phone }),
};

/** `password/reset-code/`: sends the code without the page. Answers the same whether or not there is such a user. */
const resetCodeRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/authentication/password/reset-code/",
  access: anonymous("whoever forgot their password cannot sign in; the token says that a puzzle was solved"),
  title: "User Reset Password Send Code Api",
  transaction: false,
  bodyLimit: 16_384,
  fields: { POST: codeFields },
  handle: async (context, { body }) => {
    const { services, language, remoteAddress } = context;
    const refusal = (code: string, message: Message) =>
      new BadRequest(code, message, { error: translate(message, language) });
    const token = tokenOf(context);
    limitSignIn(context, token);
    const target = await targetOf(context, isObject(body) ? body : {});
    if (!isTarget(target)) throw refusal("error", target);
    const outcome = await sendRecoveryCode(services, token, target, { language, remoteAddress });
    if (outcome === null) throw refusal("error", text.gone);
    if (!outcome.isSent) {
      throw refusal("code_send_too_frequently", withParameters(text.tooSoon, { seconds: outcome.wait }));
    }
    return { body: { data: "ok" } };
  },
};

/** A forgotten password. Contract: docs/contract/identity.md, "Forgotten password". */
export const forgotRoutes: readonly RouteDeclaration[] = [
  step(previewingPath, (context, request) => showWho(context, request, ""), begin),
  step(forgotPath, (context, request) => showCode(context, request, tokenOf(context)), proceed),
  resetCodeRoute,
];
