import { type Kysely, sql } from "kysely";
import type { Database } from "../../../engine/database/index.ts";
import { type Message, withParameters } from "../../../engine/i18n/index.ts";
import { defineJob } from "../../../engine/jobs/index.ts";
import { knownTimeZone, writeInstant } from "../../../engine/resource/index.ts";
import { notifySubscribers, type Sending } from "../../notifications/index.ts";
import { text as sessionText } from "../texts.ts";
import { type LoadFigure, problemsOf } from "./load-rule.ts";
import { text } from "./texts.ts";

interface Changed extends Readonly<Record<LoadFigure, number | null>> {
  readonly name: string;
  readonly date_heartbeat: Date;
  /** What was told of it before, and what is to be told now. */
  readonly told: readonly string[];
  readonly problems: readonly string[];
}

/** Components about which there is something new to say; it counts as said. */
async function takeChanged(db: Kysely<Database>): Promise<readonly Changed[]> {
  const { rows } = await sql<Changed>`
    with now_wrong as (
      select t.id, ${problemsOf} as problems, t.told_problems from terminals t
      -- What has never been heard of has not fallen silent.
      where not t.is_deleted and t.date_heartbeat > 'epoch' for update
    )
    update terminals t set told_problems = w.problems from now_wrong w
    where t.id = w.id and w.problems <> w.told_problems
    returning t.name, t.date_heartbeat, t.cpu_load, t.memory_used, t.disk_used, w.told_problems as told, w.problems
  `.execute(db);
  return rows;
}

const figures: Readonly<Record<LoadFigure, Message>> = {
  cpu_load: text.problemCpu,
  memory_used: text.problemMemory,
  disk_used: text.problemDisk,
};

function said(component: Changed, problem: string): Message {
  if (problem === "offline") {
    const since = writeInstant(component.date_heartbeat, knownTimeZone(undefined));
    return withParameters(text.problemOffline, { since });
  }
  const figure = problem as LoadFigure;
  return withParameters(figures[figure], { figure: Math.round((component[figure] ?? 0) * 10) / 10 });
}

/**
 * Tells the subscribers of components that fell silent or have become too busy, and of those that are well again: once
 * each time. Contract: docs/contract/notifications.md, "System messages".
 */
export async function tellOfComponents(services: Sending): Promise<void> {
  await services.db.transaction().execute(async (db) => {
    const changed = await takeChanged(db);
    const worse = changed.flatMap((component) =>
      component.problems
        .filter((problem) => !component.told.includes(problem))
        .map((problem) => ({ name: component.name, what: said(component, problem) })),
    );
    const well = changed.filter(({ problems, told }) => problems.length === 0 && told.length > 0);
    const tell = (
      subject: Message,
      body: Message,
      facts: readonly (readonly [Message, string | Message])[],
    ) =>
      notifySubscribers({ ...services, db }, "ServerPerformanceMessage", {
        subject,
        parts: [{ text: body }, { facts }],
      });
    if (worse.length > 0) {
      await tell(
        sessionText.healthSubject,
        sessionText.healthBody,
        worse.map(({ name, what }) => [withParameters(sessionText.healthComponent, { name }), what]),
      );
    }
    if (well.length > 0) {
      await tell(
        text.backSubject,
        text.backBody,
        well.map(({ name }) => [withParameters(sessionText.healthComponent, { name }), text.well]),
      );
    }
  });
}

/** Looks at the components every minute. */
export const componentAlertsJob = defineJob<null>({
  name: "sessions.component-alerts",
  schedule: { everySeconds: 60 },
  run: tellOfComponents,
});
