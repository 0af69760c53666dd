import { anonymous, type RequestContext } from "../../../engine/access/index.ts";
import { ApiError } from "../../../engine/errors.ts";
import {
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
  saveFlashMessage,
} from "../../../engine/http/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { asText, csrfFailurePath, fieldsOf, loginPath, openForm, originOf } from "../../pages/index.ts";
import { isAdministrator } from "../../roles/index.ts";
import { readAppearance } from "../../settings/index.ts";
import { describePolicy, ownPasswordProblems, readPasswordPolicy, storePassword } from "../../users/index.ts";
import { continueWithPassword, passwordChangeReason, waitingForPassword } from "../password-change.ts";
import { renderResetGonePage, renderResetPage } from "./reset-page.ts";
import {
  endResetTokens,
  ownerOfResetToken,
  type ResetOwner,
  resetPasswordAddress,
  resetPasswordPath,
} from "./reset-tokens.ts";
import { text } from "./texts.ts";
import { tellPasswordChanged } from "./user-notices.ts";

/** The contract's bounds of a password set here, in characters. */
const [shortest, longest] = [5, 128];

async function showForm(
  context: RequestContext,
  request: RouteRequest,
  { owner, token, errors }: { owner: ResetOwner; token: string; errors: readonly Message[] },
): Promise<RouteAnswer> {
  const { services, language } = context;
  const { settings } = services;
  const { csrfToken, cookies } = await openForm(context, request);
  const policy = await readPasswordPolicy(settings, await isAdministrator(context.db, owner.id));
  const waiting = await waitingForPassword(context, owner.id);
  const body = renderResetPage({
    language,
    look: await readAppearance(settings),
    csrfToken,
    action: resetPasswordAddress(token),
    username: owner.username,
    reason: waiting === null ? null : await passwordChangeReason(services, waiting.user),
    rules: describePolicy(policy),
    errors,
  });
  return { status: errors.length === 0 ? 200 : 400, body, cookies };
}

async function showGone({ language, services }: RequestContext): Promise<RouteAnswer> {
  const look = await readAppearance(services.settings);
  return { status: 404, body: renderResetGonePage({ language, look }, loginPath) };
}

/** What is wrong with what was typed, and the password when nothing is. */
async function readPassword(
  { db, services }: RequestContext,
  owner: ResetOwner,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ readonly password: string; readonly problems: readonly Message[] }> {
  const [password, again] = await Promise.all(
    [fields.new_password, fields.confirm_password].map((value) => services.fieldCipher.open(asText(value))),
  );
  if (password === undefined || password.length < shortest || password.length > longest) {
    return { password: "", problems: [text.lengthWrong] };
  }
  if (password !== again) return { password, problems: [text.mismatch] };
  const person = { id: owner.id, isAdministrator: await isAdministrator(db, owner.id) };
  return {
    password,
    problems: await ownPasswordProblems({ ...services, db }, person, password),
  };
}

async function setPassword(context: RequestContext, request: RouteRequest): Promise<RouteAnswer> {
  if ((await originOf(context, request)) !== "own") return { location: csrfFailurePath("") };
  const { db, services, remoteAddress } = context;
  const token = context.query.get("token") ?? "";
  const owner = await ownerOfResetToken({ db }, token, "lock");
  if (owner === null) return showGone(context);
  const read = await readPassword(context, owner, fieldsOf(request)).catch((error: unknown) => {
    if (error instanceof ApiError) return { password: "", problems: [error.detail] };
    throw error;
  });
  if (read.problems.length > 0) return showForm(context, request, { owner, token, errors: read.problems });
  const waiting = await waitingForPassword(context, owner.id);
  const display = `${owner.name}(${owner.username})`;
  await storePassword({ ...services, db }, owner, read.password, { display, remoteAddress }, false);
  await endResetTokens({ db }, owner.id);
  await tellPasswordChanged(context, owner.id, asText(request.headers["user-agent"]));
  context.afterCommit(() => services.sessions.destroyOf(owner.id));
  if (waiting !== null) return continueWithPassword(context, waiting, read.password);
  const location = await saveFlashMessage(db, {
    title: text.done,
    message: text.doneHint,
    redirectUrl: loginPath,
    confirmButton: text.toSignIn,
  });
  return { location };
}

/** `password/reset/`: sets a password by a token. Contract: docs/contract/identity.md, "Setting a password by link". */
export const resetRoute: RouteDeclaration = {
  methods: ["GET", "POST"],
  path: resetPasswordPath,
  access: anonymous("the token proves who may set the password"),
  // The form carries a token of its own: there is no session.
  csrf: false,
  bodyLimit: 16_384,
  handle: async (context, request) => {
    if (request.method === "POST") return setPassword(context, request);
    const token = context.query.get("token") ?? "";
    const owner = await ownerOfResetToken(context, token, "look");
    return owner === null ? showGone(context) : showForm(context, request, { owner, token, errors: [] });
  },
};
