import { anonymous, type RequestContext } from "../../engine/access/index.ts";
import { ApiError, BadRequest, NotFound, PermissionDenied, ValidationError } from "../../engine/errors.ts";
import {
  caller,
  type FlashMessage,
  type RouteAnswer,
  type RouteDeclaration,
  type RouteRequest,
  saveFlashMessage,
} from "../../engine/http/index.ts";
import { text as common, type Message } from "../../engine/i18n/index.ts";
import { sameText } from "../../engine/secrets/index.ts";
import { asText, fieldsOf } from "../pages/index.ts";
import { readAppearance } from "../settings/index.ts";
import {
  approvalPath,
  decideAsAsked,
  isAskedNow,
  readTold,
  ticketOfLink,
  ticketPage,
  ticketParts,
} from "../tickets/index.ts";
import { renderApproval, renderSignInFirst } from "./approval-page.ts";
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

/** Somebody who signed in with this browser, and may use it for more than accepting the terms. */
const isSignedIn = ({ principal, credential, session }: RequestContext): boolean =>
  principal !== null && credential === "session" && session !== null && principal.mustAcceptTerms !== true;

async function show(context: RequestContext, ticketId: string, own: string): Promise<RouteAnswer> {
  const { db, language, services, session } = context;
  const frame = { language, look: await readAppearance(services.settings) };
  if (!isSignedIn(context) || session === null) return { body: renderSignInFirst(frame, own) };
  const ticket = await readTold(db, ticketId);
  if (ticket === null) return flash(context, gone);
  if (!(await isAskedNow(db, caller(context).principal.id, ticketId))) {
    return flash(context, refuse(text.notAsked, "/ui/"));
  }
  return {
    body: renderApproval(frame, {
      parts: ticketParts(ticket),
      page: ticketPage(ticketId, ticket.type),
      own,
      csrfToken: session.csrfToken,
    }),
  };
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

async function decideHere(
  context: RequestContext,
  request: RouteRequest,
  ticketId: string,
  own: string,
): Promise<RouteAnswer> {
  const { services, session } = context;
  const fields = fieldsOf(request);
  const { action } = fields;
  const isOwnForm =
    isSignedIn(context) &&
    session !== null &&
    sameText(asText(fields.csrfmiddlewaretoken), session.csrfToken);
  if (!isOwnForm || (action !== "approve" && action !== "reject")) return { location: own };
  try {
    // What a refusal left half done is taken back before the page tells of it.
    await services.db
      .transaction()
      .execute((db) => decideAsAsked({ ...caller(context), db }, ticketId, action));
  } catch (error) {
    const isClosed = error instanceof BadRequest && error.code === "ticket_closed";
    return flash(context, refuse(reasonOf(error), isClosed ? "/ui/" : own));
  }
  const message = action === "approve" ? text.approved : text.rejected;
  return flash(context, { title: text.doneTitle, message, redirectUrl: "/ui/" });
}

/** Where mailed links lead. Contract: docs/contract/tickets.md, section 6. */
export const approvalRoute: RouteDeclaration = {
  methods: ["GET", "POST"],
  path: `${approvalPath}:token/`,
  access: anonymous("asks who is not signed in to sign in, and shows the ticket to whom it asks only"),
  // The form carries the session's token itself.
  csrf: false,
  transaction: false,
  bodyLimit: 16_384,
  handle: async (context, request) => {
    const token = request.params.token ?? "";
    const ticketId = await ticketOfLink(context.services.db, token);
    if (ticketId === null) return flash(context, gone);
    const own = `${approvalPath}${encodeURIComponent(token)}/`;
    return request.method === "POST"
      ? decideHere(context, request, ticketId, own)
      : show(context, ticketId, own);
  },
};
