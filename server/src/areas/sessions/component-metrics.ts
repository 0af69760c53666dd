import { type Kysely, sql } from "kysely";
import { anonymous } from "../../engine/access/index.ts";
import type { Database } from "../../engine/database/index.ts";
import { NotAuthenticated } from "../../engine/errors.ts";
import { isOwnAddress, type RouteDeclaration } from "../../engine/http/index.ts";
import { sameText } from "../../engine/secrets/index.ts";
import { silenceSeconds } from "./terminals.ts";

interface ComponentRow {
  readonly type: string;
  readonly name: string;
  readonly is_alive: boolean;
  readonly sessions: number;
}

async function readComponents(db: Kysely<Database>): Promise<readonly ComponentRow[]> {
  const { rows } = await sql<ComponentRow>`
    select c.type, c.name, c.date_heartbeat > now() - make_interval(secs => ${silenceSeconds}) as is_alive,
      (select count(*) from sessions s where s.terminal_id = c.id and not s.is_finished)::integer as sessions
    from terminals c where not c.is_deleted order by c.type, c.name
  `.execute(db);
  return rows;
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const escaped = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

/** One metric in the text format: what it is, and its samples. */
function metric(name: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(({ labels, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
    return `${name}{${pairs.join(",")}} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join("")}`;
}

/** States a component is counted in; `any` is all of them. Load is not measured, so none is high or critical. */
const states = ["any", "normal", "high", "critical", "offline"] as const;

const isIn = (state: (typeof states)[number], { is_alive }: ComponentRow): boolean =>
  state === "any" || (state === "normal" && is_alive) || (state === "offline" && !is_alive);

function write(components: readonly ComponentRow[]): string {
  const types = [...new Set(["koko", ...components.map(({ type }) => type)])];
  const ofType = (type: string) => components.filter((component) => component.type === type);
  const each = components.map(({ type, name, sessions }) => ({
    labels: { component_type: type, component: name },
    value: sessions,
  }));
  return [
    metric(
      "jumpserver_components_status_total",
      "Components by state.",
      types.flatMap((type) =>
        states.map((state) => ({
          labels: { component_type: type, status: state },
          value: ofType(type).filter((component) => isIn(state, component)).length,
        })),
      ),
    ),
    metric(
      "jumpserver_components_session_active_total",
      "Sessions under way, by kind of component.",
      types.map((type) => ({
        labels: { component_type: type },
        value: ofType(type).reduce((total, { sessions }) => total + sessions, 0),
      })),
    ),
    metric("jumpserver_components_session_online", "Sessions a component carries.", each),
    metric("session_active_count", "Sessions a component carries (former name).", each),
  ].join("");
}

/** Metrics for Prometheus. Contract: docs/contract/conventions.md, "Metrics". */
export const metricsRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/prometheus/metrics/",
  access: anonymous(
    "asks for the installation's own token; without one it is answered on this machine alone",
  ),
  title: "Prometheus Metrics Api",
  produces: "text/plain",
  handle: async ({ db, services, remoteAddress }, { headers }) => {
    const { metricsToken } = services.config;
    const isKnown =
      metricsToken === null
        ? isOwnAddress(remoteAddress) && headers["x-forwarded-for"] === undefined
        : sameText(headers.authorization ?? "", `Bearer ${metricsToken}`);
    if (!isKnown) throw new NotAuthenticated();
    return { body: write(await readComponents(db)), type: "text/plain; version=0.0.4; charset=utf-8" };
  },
};
