import { type RawBuilder, sql } from "kysely";
import type { Language } from "../../../engine/i18n/index.ts";
import type { Json } from "../../../engine/json.ts";
import { isUuid, writeInstant } from "../../../engine/resource/index.ts";
import { signInsOf } from "../../audits/index.ts";
import { sessionsTable } from "../../sessions/index.ts";
import { measures } from "../activity/measures.ts";
import { type DayFigure, mostOften, subjectsByDay, totalsByDay } from "../activity/read-activity.ts";
import { membersByDay } from "../activity/read-members.ts";
import type { FigureGroup, FigureScope } from "./figure.ts";

/** How many a ranking has. */
const most = 10;

/** A day of a series: its midnight, and as it is written. */
interface Day {
  readonly at: Date;
  readonly label: string;
}

/** The days asked for, of the server's time zone, the last of which is today: `MM-DD`. */
async function daysOf({ db, lastCountedDay, timeZone, days }: FigureScope): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select day at time zone ${timeZone} as at, to_char(day, 'MM-DD') as label
    from generate_series(
      ${lastCountedDay}::timestamptz at time zone ${timeZone} - ${days - 1}::integer * interval '1 day',
      ${lastCountedDay}::timestamptz at time zone ${timeZone}, interval '1 day'
    ) day order by day
  `.execute(db);
  return rows;
}

/** One figure for each day. */
function series(days: readonly Day[], figures: readonly DayFigure[]): number[] {
  const found = new Map(figures.map(({ day, figure }) => [day.getTime(), Number(figure)]));
  return days.map(({ at }) => found.get(at.getTime()) ?? 0);
}

const labels = (days: readonly Day[]): string[] => days.map(({ label }) => label);

/** The latest session of each, by what the measure tells them apart by. */
async function latestOf(
  scope: FigureScope,
  subjects: readonly string[],
  id: "user_id" | "asset_id",
  name: "user" | "asset",
): Promise<ReadonlyMap<string, { readonly name: string; readonly last: Date }>> {
  const mine = scope.organization.isRoot ? sql`true` : sql`t.org_id = ${scope.organization.id}::uuid`;
  const latest = (condition: RawBuilder<boolean>): RawBuilder<unknown> => sql`
    (select t.${sql.ref(name)} as name, t.date_start as last from ${sessionsTable} t
     where ${condition} and ${mine} order by t.date_start desc nulls last limit 1)
  `;
  const found = await Promise.all(
    subjects.map(async (subject) => {
      const condition = isUuid(subject)
        ? sql<boolean>`t.${sql.ref(id)} = ${subject}::uuid`
        : sql<boolean>`t.${sql.ref(id)} is null and t.${sql.ref(name)} = ${subject} and t.date_start >= ${scope.since}`;
      const { rows } = await sql<{ name: string; last: Date }>`${latest(condition)}`.execute(scope.db);
      return [subject, rows[0]] as const;
    }),
  );
  return new Map(found.flatMap(([subject, row]) => (row === undefined ? [] : [[subject, row]])));
}

const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** How long ago it was, in the largest whole unit: "3 hours". */
function timeSince(at: Date, language: Language): string {
  const seconds = Math.max(0, (Date.now() - at.getTime()) / 1_000);
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? (["minute", 60] as const);
  const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
  return format.format(Math.floor(seconds / length));
}

const rankedUsers: FigureGroup = async (scope) => {
  const ranked = await mostOften(scope, measures.sessionUsers, most);
  const latest = await latestOf(
    scope,
    ranked.map(({ subject }) => subject),
    "user_id",
    "user",
  );
  return {
    dates_login_times_top10_users: ranked.flatMap(({ subject, total }): Json[] => {
      const session = latest.get(subject);
      if (session === undefined) return [];
      const last = writeInstant(session.last, scope.writtenIn);
      return [{ user_id: isUuid(subject) ? subject : null, total: Number(total), user: session.name, last }];
    }),
  };
};

const rankedAssets: FigureGroup = async (scope) => {
  const ranked = await mostOften(scope, measures.sessionAssets, most);
  const latest = await latestOf(
    scope,
    ranked.map(({ subject }) => subject),
    "asset_id",
    "asset",
  );
  return {
    dates_login_times_top10_assets: ranked.flatMap(({ subject, total }): Json[] => {
      const session = latest.get(subject);
      if (session === undefined) return [];
      const last = writeInstant(session.last, scope.writtenIn);
      // The contract has no id here; without it nothing leads to the sessions that were counted.
      return [
        { asset: session.name, total: Number(total), last, asset_id: isUuid(subject) ? subject : null },
      ];
    }),
  };
};

const newestSessions: FigureGroup = async (scope) => {
  const { rows } = await sql<{ user: string; asset: string; is_finished: boolean; date_start: Date }>`
    select t."user", t.asset, t.is_finished, t.date_start from ${sessionsTable} t
    where t.date_start >= ${scope.since}
      and ${scope.organization.isRoot ? sql`true` : sql`t.org_id = ${scope.organization.id}::uuid`}
    order by t.date_start desc nulls last, t.id limit ${most}
  `.execute(scope.db);
  return {
    dates_login_record_top10_sessions: rows.map(({ date_start: start, ...session }) => ({
      ...session,
      date_start: writeInstant(start, scope.writtenIn),
      timesince: timeSince(start, scope.language),
    })),
  };
};

/** The figures that parameters of their own ask for, in the order of the answer. */
export const groups: Readonly<Record<string, FigureGroup>> = {
  session_dates_metrics: async (scope) => {
    const days = await daysOf(scope);
    const from = days[0]?.at ?? scope.lastCountedDay;
    return {
      dates_metrics_date: labels(days),
      dates_metrics_total_count_session: series(days, await totalsByDay(scope, measures.sessionUsers, from)),
    };
  },
  dates_metrics: async (scope) => {
    const days = await daysOf(scope);
    const from = days[0]?.at ?? scope.lastCountedDay;
    const isMember = signInsOf("s.subject", scope.organization);
    const [logins, users, assets] = await Promise.all([
      isMember === null
        ? totalsByDay(scope, measures.logins, from)
        : membersByDay(scope, measures.logins, from, isMember),
      subjectsByDay(scope, measures.sessionUsers, from),
      subjectsByDay(scope, measures.sessionAssets, from),
    ]);
    return {
      dates_metrics_date: labels(days),
      dates_metrics_total_count_login: series(days, logins),
      dates_metrics_total_count_active_users: series(days, users),
      dates_metrics_total_count_active_assets: series(days, assets),
    };
  },
  dates_login_times_top10_assets: rankedAssets,
  dates_login_times_top10_users: rankedUsers,
  dates_login_record_top10_sessions: newestSessions,
};

/** Figures beyond the contract, which are answered to who names them alone. */
export const additions: Readonly<Record<string, FigureGroup>> = {
  dates_metrics_midnights: async (scope) => ({
    dates_metrics_midnights: (await daysOf(scope)).map(({ at }) => writeInstant(at, scope.writtenIn)),
  }),
};
