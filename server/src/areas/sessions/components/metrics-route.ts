import { type Kysely, sql } from "kysely";
import { permission } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import type { RouteDeclaration } from "../../../engine/http/index.ts";
import type { Message } from "../../../engine/i18n/index.ts";
import { computed, type Field, integer, text as textField } from "../../../engine/resource/index.ts";
import { text } from "../texts.ts";
import { componentTypes } from "./component-types.ts";
import { type LoadFigure, type LoadLevel, loadOf } from "./load-rule.ts";

/** A component as the metrics see it. */
export interface MeasuredComponent extends Readonly<Record<LoadFigure, number | null>> {
  readonly name: string;
  readonly type: string;
  readonly load: LoadLevel;
  /** Sessions it carries, as they are counted here. */
  readonly sessions: number;
  /** What a process of this installation has counted; null: nothing, or not lately. */
  readonly measures: unknown;
}

/** Every component, with its load. */
export async function readComponents(db: Kysely<Database>): Promise<readonly MeasuredComponent[]> {
  const { rows } = await sql<MeasuredComponent>`
    select t.name, t.type, ${loadOf} as load, t.cpu_load, t.memory_used, t.disk_used,
      (select count(*) from sessions s where s.terminal_id = t.id and not s.is_finished)::integer as sessions,
      case when ${loadOf} <> 'offline' then t.measures end as measures
    from terminals t where not t.is_deleted order by t.type, t.name
  `.execute(db);
  return rows;
}

const count = (label: Message): Field => integer({ label, readOnly: true });
const names = (label: Message): Field => computed({ label, type: "list", present: () => null });

const fields: Readonly<Record<string, Field>> = {
  type: textField({ label: text.type, readOnly: true }),
  total: count(text.total),
  session_active: count(text.sessionOnline),
  normal: names(text.loadNormal),
  high: names(text.loadHigh),
  critical: names(text.loadCritical),
  offline: names(text.loadOffline),
};

/** How many components of each type there are, and in which state. Contract: docs/contract/components.md, section 6. */
export const componentMetricsRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/terminal/components/metrics/",
  access: permission("terminal.view_terminal"),
  title: "Components Metrics Api",
  fields: { GET: fields },
  handle: async ({ db }) => {
    const components = await readComponents(db);
    const body = componentTypes.flatMap(({ value: type }) => {
      const own = components.filter((component) => component.type === type);
      if (own.length === 0) return [];
      const named = (load: LoadLevel) => own.filter((one) => one.load === load).map(({ name }) => name);
      return [
        {
          type,
          total: own.length,
          session_active: own.reduce((total, { sessions }) => total + sessions, 0),
          normal: named("normal"),
          high: named("high"),
          critical: named("critical"),
          offline: named("offline"),
        },
      ];
    });
    return { body };
  },
};
