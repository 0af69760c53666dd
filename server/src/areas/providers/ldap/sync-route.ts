import { caller, type RouteDeclaration } from "../../../engine/http/index.ts";
import { translate } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { datetime, integer, text as line, writeInstant } from "../../../engine/resource/index.ts";
import { nextRun, publishFor } from "../../../engine/tasks/index.ts";
import { access } from "./check-routes.ts";
import { nextImport } from "./import-schedule.ts";
import { importTask } from "./import-task.ts";
import { refreshState } from "./people-cache.ts";
import { failureMessage, text } from "./texts.ts";

/** How many of the next imports are told. */
const told = 3;

const fields = {
  state: line({ label: text.directory, readOnly: true }),
  people: integer({ label: text.people, readOnly: true }),
  problem: line({ label: text.directory, readOnly: true }),
  date_read: datetime({ label: text.dateRead, readOnly: true }),
  next_runs: line({ label: text.nextRuns, readOnly: true }),
};

/** How the list of the directory stands, and when everybody is imported next. An addition to the contract. */
const stateRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/sallyport/ldap/sync/",
  access,
  title: "Ldap Sync State",
  fields: { GET: fields },
  handle: async ({ db, services, language, timeZone }) => {
    const state = await refreshState(db);
    const next: Date[] = [];
    const first = await nextImport({ db });
    if (first !== null) {
      const crontab = await services.settings.get<string>("AUTH_LDAP_SYNC_CRONTAB");
      const hours = await services.settings.get<number>("AUTH_LDAP_SYNC_INTERVAL");
      const timing =
        crontab === "" ? { crontab: null, every_seconds: hours * 3_600 } : { crontab, every_seconds: null };
      for (let at: Date | null = first; at !== null && next.length < told; at = nextRun(timing, at))
        next.push(at);
    }
    const problem = (): Json => {
      if (state.state !== "failed") return null;
      const { problem: kind, said } = state;
      return translate(kind === null ? text.refreshLost : failureMessage({ problem: kind, said }), language);
    };
    return {
      body: {
        state: state.state,
        people: "people" in state ? state.people : 0,
        problem: problem(),
        date_read: state.state === "done" ? writeInstant(state.finishedAt, timeZone) : null,
        next_runs: next.map((date) => writeInstant(date, timeZone)),
      },
    };
  },
};

/** Imports everybody now, as the schedule would. Answers the execution, which can be watched. An addition to the contract. */
const runRoute: RouteDeclaration = {
  methods: ["POST"],
  path: "/api/v1/sallyport/ldap/sync/run/",
  access,
  title: "Ldap Sync Run",
  fields: { POST: {} },
  handle: async (context) => ({
    status: 201,
    body: { task: await publishFor(caller(context), importTask, {}, null) },
  }),
};

/** The import that comes by itself. */
export const syncRoutes = [stateRoute, runRoute];
