import { anonymous, type RequestContext } from "../../../engine/access/index.ts";
import { BadRequest, TooManyRequests } from "../../../engine/errors.ts";
import type { RouteAnswer, RouteDeclaration, RouteRequest } from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import { text as line } from "../../../engine/resource/index.ts";
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
import { checkCaptcha, newCaptcha } from "../captcha/index.ts";
import { renderCode, renderGone, renderNoMail, renderWho } from "./forgot-pages.ts";
import { text } from "./forgot-texts.ts";
import { beginRecovery, checkRecoveryCode, findRecovery, sendRecoveryCode } from "./recovery-requests.ts";
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
  problem?: Problem,
): Promise<RouteAnswer> {
  const { services } = context;
  const frame = await frameOf(context);
  const recovery = await findRecovery(services, token);
  if (recovery === null) return { status: 404, body: renderGone(frame) };
  const { csrfToken, cookies } = await openForm(context, request);
  const error = problem?.error ?? null;
  const { username, email } = recovery;
  const body = renderCode({ ...frame, csrfToken, error, token, username, email });
  return { status: error === null ? 200 : (problem?.status ?? 400), body, cookies };
}

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
  const { services, language } = context;
  const token = tokenOf(context);
  const fields = fieldsOf(request);
  const refuse = (error: Message) => showCode(context, request, token, { error });
  const origin = await originOf(context, request);
  if (origin === "no-cookie") return refuse(text.cookieMissing);
  if (origin === "foreign") return { location: csrfFailurePath("") };
  if (asText(fields.form_type) === "sms") return refuse(text.noTextMessages);
  const busy = tooMany(context, token);
  if (busy !== null) return showCode(context, request, token, busy);
  const email = asText(fields.email);
  if (email.trim() === "") return refuse(text.emailMissing);
  const code = asText(fields.code);
  if (code === "") {
    const outcome = await sendRecoveryCode(services, token, email, language);
    if (outcome !== null && !outcome.isSent) {
      return refuse(withParameters(text.tooSoon, { seconds: outcome.wait }));
    }
    return showCode(context, request, token);
  }
  const outcome = await checkRecoveryCode(services, token, email, code);
  if (outcome === "wrong") return refuse(text.codeWrong);
  if (outcome === "expired") return refuse(text.codeExpired);
  return { location: resetPasswordAddress(await issueResetToken(services, outcome.userId)) };
}

/** A step that only makes sense where mails can be sent. */
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
      if (!(await isMailSetUp(context.services.settings)))
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
    const { services, language } = context;
    const refusal = (code: string, message: Message) =>
      new BadRequest(code, message, { error: translate(message, language) });
    const token = tokenOf(context);
    limitSignIn(context, token);
    const fields = isObject(body) ? body : {};
    if (fields.form_type === "sms") throw refusal("error", text.noTextMessages);
    if (!(await isMailSetUp(services.settings))) throw refusal("error", text.noMail);
    const email = asText(fields.email);
    if (email.trim() === "") throw refusal("error", text.emailMissing);
    const outcome = await sendRecoveryCode(services, token, email, language);
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
