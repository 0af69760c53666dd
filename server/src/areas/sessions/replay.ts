import { Readable } from "node:stream";
import { type CallerContext, permission, signedIn } from "../../engine/access/index.ts";
import { NotFound, PermissionDenied } from "../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../engine/http/index.ts";
import { prepareResource, retrieveObject, writeInstant } from "../../engine/resource/index.ts";
import {
  damaged,
  findSession,
  missing,
  type RecordedSession,
  recordAccess,
  recordingOf,
  sessionHere,
  verify,
  watched,
} from "./recorded-session.ts";
import { asciicastOf, compressed, replayArchive } from "./replay-archive.ts";
import { sessionsResource } from "./sessions.ts";
import { text } from "./texts.ts";

/** The generator once its first value is there, so that what fails at the start fails before the answer. */
async function started(source: AsyncGenerator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  const first = await source.next();
  return (async function* () {
    if (first.done === true) return;
    yield first.value;
    yield* source;
  })();
}

/** The day of a recording's address, in UTC. */
const dayOf = (session: RecordedSession): string => session.date_start.toISOString().slice(0, 10);

async function describe(context: CallerContext, id: string): Promise<RouteAnswer> {
  const session = await sessionHere(context, id);
  const found = await recordingOf(context, session);
  if ("missing" in found) return missing(context, found.missing);
  try {
    await verify(context, session, found.place);
  } catch (error) {
    return damaged(context, session, error);
  }
  const { timeZone } = context;
  return {
    body: {
      type: "asciicast",
      src: `/media/replay/${dayOf(session)}/${session.id}.cast.gz`,
      user: session.user,
      asset: session.asset,
      account: session.account,
      date_start: writeInstant(session.date_start, timeZone),
      date_end: session.date_end === null ? null : writeInstant(session.date_end, timeZone),
      download_url: `/api/v1/terminal/sessions/${session.id}/replay/download/`,
    },
  };
}

const preparedSessions = prepareResource(sessionsResource);

async function download(context: CallerContext, id: string): Promise<RouteAnswer> {
  const session = await sessionHere(context, id);
  const found = await recordingOf(context, session);
  if ("missing" in found) return missing(context, found.missing);
  const { body } = await retrieveObject(preparedSessions, context, session.id);
  let archive: AsyncGenerator<Buffer>;
  try {
    await verify(context, session, found.place);
    archive = await started(
      replayArchive({
        sessionId: session.id,
        dateStart: session.date_start,
        place: found.place,
        keys: context.services.secrets,
        description: JSON.stringify(body),
      }),
    );
  } catch (error) {
    return damaged(context, session, error);
  }
  await recordAccess(context, session, "download");
  return {
    body: watched(Readable.from(archive), session.id),
    type: "application/octet-stream",
    headers: { "content-disposition": `attachment; filename*=UTF-8''${session.id}.tar` },
  };
}

const mediaName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.cast\.gz$/i;

/** Whether the caller may see replays in the organization of the session. */
async function mayReplay(context: CallerContext, organizationId: string): Promise<boolean> {
  const { services, principal, accessVersion } = context;
  const organization = await services.organizations.resolve(organizationId, accessVersion);
  if (organization.id !== organizationId) return false;
  const permissions = await services.permissions.permissions(principal, organization, accessVersion);
  return permissions.has("terminal.view_sessionreplay");
}

async function media(
  context: CallerContext,
  { day = "", file = "" }: Readonly<Record<string, string>>,
  acceptsGzip: boolean,
): Promise<RouteAnswer> {
  const id = mediaName.exec(file)?.[1];
  if (id === undefined) throw new NotFound(text.replay);
  const session = await findSession(context, id);
  if (!(await mayReplay(context, session.org_id))) {
    // Sessions of other organizations do not exist for the caller.
    throw session.org_id === context.organization.id ? new PermissionDenied() : new NotFound(text.session);
  }
  if (dayOf(session) !== day) throw new NotFound(text.replay);
  const found = await recordingOf(context, session);
  if ("missing" in found) return missing(context, found.missing);
  let cast: AsyncGenerator<Buffer>;
  try {
    cast = await started(asciicastOf(found.place, context.services.secrets));
  } catch (error) {
    return damaged(context, session, error);
  }
  await recordAccess(context, session, "view");
  return {
    body: watched(acceptsGzip ? compressed(cast) : Readable.from(cast), session.id),
    type: "application/x-asciicast",
    headers: {
      ...(acceptsGzip ? { "content-encoding": "gzip" } : {}),
      vary: "accept-encoding",
      "cache-control": "private, no-store",
    },
  };
}

/** Replays. Contract: docs/contract/sessions.md, section 5. */
export const replayRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: "/api/v1/terminal/sessions/:id/replay/",
    access: permission("terminal.view_sessionreplay"),
    title: "Session Replay",
    handle: (context, { params }) => describe(caller(context), params.id ?? ""),
  },
  {
    methods: ["GET"],
    path: "/api/v1/terminal/sessions/:id/replay/download/",
    access: permission("terminal.download_sessionreplay"),
    title: "Session Replay Download",
    produces: "application/octet-stream",
    handle: (context, { params }) => download(caller(context), params.id ?? ""),
  },
  {
    methods: ["GET"],
    path: "/media/replay/:day/:file",
    access: signedIn("terminal.view_sessionreplay is demanded in the organization of the session"),
    handle: (context, { params, headers }) =>
      media(caller(context), params, /\bgzip\b/.test(String(headers["accept-encoding"] ?? ""))),
  },
];
