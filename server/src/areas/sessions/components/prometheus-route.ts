import { type Kysely, sql } from "kysely";
import { anonymous } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { NotAuthenticated } from "../../../engine/errors.ts";
import { isOwnAddress, type RouteDeclaration } from "../../../engine/http/index.ts";
import { type Metric, metricsOf, type Sample, writeMetrics } from "../../../engine/measures/index.ts";
import { sameText } from "../../../engine/secrets/index.ts";
import type { Services } from "../../../engine/services.ts";
import type { LoadFigure } from "./load-rule.ts";
import { type MeasuredComponent, readComponents } from "./metrics-route.ts";

const gauge = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  name,
  help,
  type: "gauge",
  samples,
});

const plain = (name: string, help: string, value: number): Metric =>
  gauge(name, help, [{ labels: {}, value }]);

/** States a component is counted in; `any` is all of them. */
const states = ["any", "normal", "high", "critical", "offline"] as const;

/** The contract's metrics of a figure, each with the name it had before. */
const figures: readonly (readonly [LoadFigure, name: string, former: string, help: string])[] = [
  ["cpu_load", "jumpserver_components_cpu_load", "system_cpu_load_1", "Load of the processors over a minute"],
  [
    "memory_used",
    "jumpserver_components_memory_used",
    "system_memory_used_percent",
    "Memory in use, in percent",
  ],
  ["disk_used", "jumpserver_components_disk_used", "system_disk_used_percent", "Disk in use, in percent"],
];

function ofComponents(components: readonly MeasuredComponent[]): Metric[] {
  const types = [...new Set(["koko", ...components.map(({ type }) => type)])];
  const ofType = (type: string) => components.filter((component) => component.type === type);
  const each = (value: (component: MeasuredComponent) => number | null): Sample[] =>
    components.flatMap((component) => {
      const found = value(component);
      const labels = { component_type: component.type, component: component.name };
      return found === null ? [] : [{ labels, value: found }];
    });
  const sessions = each((component) => component.sessions);
  return [
    gauge(
      "jumpserver_components_status_total",
      "Components by state.",
      types.flatMap((type) =>
        states.map((state) => ({
          labels: { component_type: type, status: state },
          value: ofType(type).filter(({ load }) => state === "any" || load === state).length,
        })),
      ),
    ),
    gauge(
      "jumpserver_components_session_active_total",
      "Sessions under way, by kind of component.",
      types.map((type) => ({
        labels: { component_type: type },
        value: ofType(type).reduce((total, component) => total + component.sessions, 0),
      })),
    ),
    gauge("jumpserver_components_session_online", "Sessions a component carries.", sessions),
    gauge("session_active_count", "Sessions a component carries (former name).", sessions),
    ...figures.flatMap(([figure, name, former, help]) => {
      // What a silent component said last is not how busy it is.
      const samples = each((component) => (component.load === "offline" ? null : component[figure]));
      return [gauge(name, `${help}.`, samples), gauge(former, `${help} (former name).`, samples)];
    }),
  ];
}

interface Facts {
  readonly database_bytes: string;
  readonly connections: number;
  readonly queue_waiting: number;
  readonly queue_running: number;
  readonly queue_failed: number;
  readonly queue_oldest: number;
  readonly sessions: number;
}

/** What the database knows of itself and of the queue. */
export async function readFacts(db: Kysely<Database>): Promise<Facts & { readonly seconds: number }> {
  const started = performance.now();
  await sql`select 1`.execute(db);
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await sql<Facts>`
    select pg_database_size(current_database()) as database_bytes,
      (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections,
      (select count(*)::integer from sessions where not is_finished) as sessions,
      q.* from (
        select (count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()))::integer
            as queue_waiting,
          (count(*) filter (where j.locked_at is not null))::integer as queue_running,
          (count(*) filter (where j.attempts >= j.max_attempts and j.locked_at is null))::integer as queue_failed,
          coalesce(extract(epoch from now() - min(j.run_at) filter (where j.locked_at is null
            and j.attempts < j.max_attempts and j.run_at <= now())), 0)::float8 as queue_oldest
        from graphile_worker.jobs j
      ) q
  `.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error("the database knows nothing of itself");
  return { ...facts, seconds };
}

async function ofInstallation({ db, pool }: Pick<Services, "db" | "pool">): Promise<Metric[]> {
  const facts = await readFacts(db);
  const connections = { idle: pool.idleCount, waiting: pool.waitingCount, open: pool.totalCount };
  return [
    plain("sallyport_sessions_active", "Sessions under way.", facts.sessions),
    gauge("sallyport_queue_jobs", "Jobs of the queue, by state.", [
      { labels: { state: "waiting" }, value: facts.queue_waiting },
      { labels: { state: "running" }, value: facts.queue_running },
      { labels: { state: "failed" }, value: facts.queue_failed },
    ]),
    plain(
      "sallyport_queue_oldest_seconds",
      "For how long the oldest due job has been waiting.",
      facts.queue_oldest,
    ),
    plain("sallyport_database_bytes", "Size of the database.", Number(facts.database_bytes)),
    plain(
      "sallyport_database_connections",
      "Connections to the database, of all processes.",
      facts.connections,
    ),
    plain("sallyport_database_seconds", "Time of the smallest query.", facts.seconds),
    gauge(
      "sallyport_database_pool",
      "Connections of the answering process: open, idle, and requests that wait for one.",
      Object.entries(connections).map(([state, value]) => ({ labels: { state }, value })),
    ),
  ];
}

/** Metrics for Prometheus. Contract: docs/contract/components.md, section 8; docs/monitoring.md. */
export const prometheusRoute: RouteDeclaration = {
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
    const components = await readComponents(db);
    const counted = components.flatMap(({ name, measures }) => metricsOf(measures, { component: name }));
    const metrics = [...ofComponents(components), ...(await ofInstallation(services)), ...counted];
    return { body: writeMetrics(metrics), type: "text/plain; version=0.0.4; charset=utf-8" };
  },
};
