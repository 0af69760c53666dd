import { type CallerContext, permission } from "../../../engine/access/index.ts";
import { recordOperation } from "../../../engine/audit/index.ts";
import { NotFound } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import { writeInstant } from "../../../engine/resource/index.ts";
import { type FoundMoments, findMoments } from "./find-moments.ts";
import { isSearchOn } from "./keep-moments.ts";
import { stateOf } from "./state.ts";
import { text } from "./texts.ts";
import { readPosition, readWanted, type Wanted, writePosition } from "./wanted.ts";

/** Names are this long in the operate log, in characters. */
const longestName = 128;

/** Who looked for what in all recordings is a matter of record, as opening one is; written before anything is told. */
async function recordSearch(context: CallerContext, wanted: Omit<Wanted, "hashes">): Promise<void> {
  const { user, asset, account } = wanted;
  const name = [wanted.text, user, asset, account].filter((part) => part !== "").join(" · ");
  await recordOperation(context, {
    action: "view",
    type: text.search,
    name: [...name].slice(0, longestName).join(""),
    id: "",
  });
}

async function search(context: CallerContext): Promise<RouteAnswer> {
  const [wanted, after] = [readWanted(context), readPosition(context)];
  if (!(await isSearchOn(context.services))) throw new NotFound(text.search);
  if (after === null) await recordSearch(context, wanted);
  const { found, next } = await findMoments(context.services, wanted, after);
  const { timeZone } = context;
  const present = ({ session, hits, has_more }: FoundMoments) => {
    const { id, date_start, date_end, ...names } = session;
    return {
      session: id,
      ...names,
      date_start: writeInstant(date_start, timeZone),
      date_end: date_end === null ? null : writeInstant(date_end, timeZone),
      hits,
      has_more,
    };
  };
  return {
    body: {
      results: found.map(present),
      next: next === null ? null : writePosition(next),
      // How far back everything was looked through.
      searched_to: next === null ? null : writeInstant(new Date(next.started / 1000), timeZone),
    },
    headers: { "cache-control": "private, no-store" },
  };
}

async function state(context: CallerContext): Promise<RouteAnswer> {
  const { organization, db } = context;
  return {
    body: {
      is_enabled: await isSearchOn(context.services),
      ...(await stateOf(db, organization.isRoot ? null : organization.id)),
    },
  };
}

/** The search in all recordings, an addition to the contract. docs/contract/sessions.md, section 15. */
export const momentsRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["GET"],
    path: "/api/v1/sallyport/moments/",
    access: permission("terminal.view_sessionreplay"),
    title: "Find In Recordings",
    handle: (context) => search(caller(context)),
  },
  {
    methods: ["GET"],
    path: "/api/v1/sallyport/moments/state/",
    access: permission("terminal.view_sessionreplay"),
    title: "State Of Search",
    handle: (context) => state(caller(context)),
  },
];
