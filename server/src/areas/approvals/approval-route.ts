import { anonymous, type RequestContext } from "../../engine/access/index.ts";
import { ApiError, BadRequest, NotFound, PermissionDenied, ValidationError } from "../../engine/errors.ts";
import {
  type FlashMessage,
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
  saveFlashMessage,
} from "../../engine/http/index.ts";
import { text as common, type Message } from "../../engine/i18n/index.ts";
import { sameText } from "../../engine/secrets/index.ts";
import { askForAssertion, factorText, type PageFailure, relyingParty } from "../factors/index.ts";
import { asText, fieldsOf, originOf } from "../pages/index.ts";
import { readAppearance } from "../settings/index.ts";
import {
  type ApprovalLink,
  approvalPath,
  decideAsAsked,
  findApprovalLink,
  isAskedNow,
  readTold,
  ticketPage,
  ticketParts,
} from "../tickets/index.ts";
import { longestComment, renderApproval, renderSignInFirst } from "./approval-page.ts";
import { asksFactor, type Decider, findDecider } from "./decider.ts";
import { proveDecider } from "./prove-decider.ts";
import { text } from "./texts.ts";

const flash = async ({ services }: RequestContext, message: FlashMessage): Promise<RouteAnswer> => ({
  location: await saveFlashMessage(services.db, { autoRedirect: false, ...message }),
});

const gone: FlashMessage = { title: text.goneTitle, error: text.gone, redirectUrl: "/ui/" };

const refuse = (error: Message, own: string): FlashMessage => ({
  title: text.notDecidedTitle,
  error,
  redirectUrl: own,
});

/** A link as its page works with it. */
interface OpenedLink extends ApprovalLink {
  readonly token: string;
  /** Path of the page. */
  readonly own: string;
}

/** What was filled in before the page comes again, and why it does. */
interface Again {
  readonly failure: PageFailure;
  readonly fields: Readonly<Record<string, unknown>>;
}

async function signInFirst({ language, services }: RequestContext, own: string): Promise<RouteAnswer> {
  const frame = { language, look: await readAppearance(services.settings) };
  return { body: renderSignInFirst(frame, own) };
}

async function show(decider: Decider, { own, ticketId }: OpenedLink, again?: Again): Promise<RouteAnswer> {
  const { by, challenge, context, cookies, csrfToken, factors, owner } = decider;
  const { db, language, principal, services } = context;
  const ticket = await readTold(db, ticketId);
  if (ticket === null) return flash(context, gone);
  if (!(await isAskedNow(db, principal.id, ticketId))) return flash(context, refuse(text.notAsked, "/ui/"));
  const site = factors.some(({ kind }) => kind === "passkey") ? await relyingParty(services) : null;
  const { failure, fields = {} } = again ?? {};
  const body = renderApproval(
    { language, look: await readAppearance(services.settings) },
    {
      parts: ticketParts(ticket),
      page: ticketPage(ticketId, ticket.type),
      own,
      csrfToken,
      comment: asText(fields.comment).slice(0, longestComment),
      factor: (await asksFactor(decider, ticket.mfa_required))
        ? {
            owner,
            factors,
            chosen: asText(fields.mfa_type),
            resendSeconds: await services.settings.get<number>("VERIFY_CODE_TTL"),
            ...(site === null ? {} : { passkey: { origin: site.origin, challenge: challenge.path } }),
            isForAll: by === "link",
          }
        : null,
      error: failure?.message ?? null,
    },
  );
  const wait = failure?.retryAfter;
  const headers = wait === undefined ? {} : { "retry-after": String(wait) };
  return { status: failure?.status ?? 200, body, cookies, headers };
}

/** What a refusal says on the page. */
function reasonOf(error: unknown): Message {
  if (error instanceof NotFound) return text.notAsked;
  if (error instanceof PermissionDenied) {
    return error.detail.key === common.permissionDenied.key ? text.notAsked : error.detail;
  }
  if (error instanceof ValidationError) return text.incomplete;
  if (error instanceof ApiError) return error.detail;
  throw error;
}

/** Whether a form came from the page of this very browser. */
async function isOwnForm({ by, csrfToken }: Decider, context: RequestContext, request: RouteRequest) {
  if (by === "link") return (await originOf(context, request)) === "own";
  return sameText(asText(fieldsOf(request).csrfmiddlewaretoken), csrfToken);
}

/** Proves the second factor where the decision takes one; null: nothing is missing. */
async function proveWhereAsked(
  decider: Decider,
  request: RouteRequest,
  { ticketId }: OpenedLink,
  action: "approve" | "reject",
): Promise<PageFailure | null> {
  const ticket = await readTold(decider.context.db, ticketId);
  const isRequired = action === "approve" && ticket?.mfa_required === true;
  return (await asksFactor(decider, isRequired)) ? proveDecider(decider, request) : null;
}

async function decideHere(decider: Decider, request: RouteRequest, link: OpenedLink): Promise<RouteAnswer> {
  const { by, context } = decider;
  const { own, ticketId } = link;
  const { principal, services } = context;
  const fields = fieldsOf(request);
  const { action } = fields;
  if (action !== "approve" && action !== "reject") return { location: own };
  // Nobody spends a code on what they cannot decide.
  if (!(await isAskedNow(services.db, principal.id, ticketId))) {
    return flash(context, refuse(text.notAsked, own));
  }
  const failure = await proveWhereAsked(decider, request, link, action);
  if (failure !== null) return show(decider, link, { failure, fields });
  const comment = asText(fields.comment).trim().slice(0, longestComment);
  try {
    // What a refusal left half done is taken back before the page tells of it.
    await services.db
      .transaction()
      .execute((db) => decideAsAsked({ ...context, db }, ticketId, action, { by, comment }));
  } catch (error) {
    const isClosed = error instanceof BadRequest && error.code === "ticket_closed";
    return flash(context, refuse(reasonOf(error), isClosed ? "/ui/" : own));
  }
  const message = action === "approve" ? text.approved : text.rejected;
  return flash(context, { title: text.doneTitle, message, redirectUrl: "/ui/" });
}

/** A form that is not ours changes nothing: the page comes again, and says so where no session could tell. */
async function decideByForm(
  decider: Decider,
  context: RequestContext,
  request: RouteRequest,
  link: OpenedLink,
): Promise<RouteAnswer> {
  if (await isOwnForm(decider, context, request)) return decideHere(decider, request, link);
  if (decider.by === "sign-in") return { location: link.own };
  const failure = { message: text.formExpired, status: 403 };
  return show(decider, link, { failure, fields: fieldsOf(request) });
}

/** Where mailed links lead. Contract: docs/contract/tickets.md, section 6. */
const approvalRoute: RouteDeclaration = {
  methods: ["GET", "POST"],
  path: `${approvalPath}:token/`,
  access: anonymous("shows the ticket to whom it asks only: signed in, or the reader of the link"),
  // The form carries a token itself: that of the session, or that of a cookie.
  csrf: false,
  transaction: false,
  bodyLimit: 32_768,
  handle: async (context, request) => {
    const link = await openLink(context, request);
    if (link === null) return flash(context, gone);
    const decider = await findDecider(context, request, link);
    if (request.method === "POST") {
      return decider === null ? { location: link.own } : decideByForm(decider, context, request, link);
    }
    return decider === null ? signInFirst(context, link.own) : show(decider, link);
  },
};

async function openLink(context: RequestContext, { params }: RouteRequest): Promise<OpenedLink | null> {
  const token = params.token ?? "";
  const link = await findApprovalLink(context.services, token);
  return link && { ...link, token, own: `${approvalPath}${encodeURIComponent(token)}/` };
}

/** The challenge for a passkey of the reader of a link. Contract: docs/contract/tickets.md, section 6. */
const challengeRoute: RouteDeclaration = {
  methods: ["POST"],
  path: `${approvalPath}:token/challenge/`,
  access: anonymous("a random challenge for the reader of the link; nothing of it is stored"),
  // It changes nothing; what it answers is tied to the browser by a cookie.
  csrf: false,
  transaction: false,
  handle: async (context, request) => {
    const link = await openLink(context, request);
    const decider = link && (await findDecider(context, request, link));
    if (decider === null) throw new NotFound();
    const { challenge, owner } = decider;
    const asked = await askForAssertion(context.services, { userId: owner.id, session: challenge.key });
    if (asked === null) throw new BadRequest("error", factorText.passkeysImpossible);
    return { body: asked.options, cookies: [asked.cookie] };
  },
};

/** The pages of mailed links. */
export const approvalRoutes: readonly RouteDeclaration[] = [approvalRoute, challengeRoute];
