import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { permission, type RequestContext } from "../../../engine/access/index.ts";
import type { RouteDeclaration } from "../../../engine/http/index.ts";
import { type Message, translate, withParameters } from "../../../engine/i18n/index.ts";
import { problemsOf } from "./load-rule.ts";
import { readFacts } from "./prometheus-route.ts";
import { text } from "./texts.ts";

/** How a part is: `warning` where something will go wrong, `critical` where it does. */
type State = "ok" | "warning" | "critical";

interface Check {
  readonly name: string;
  readonly label: Message;
  readonly state: State;
  /** What is so, or what is wrong, and what to do about it. */
  readonly message: Message;
}

/** From when on a part is not well, in seconds and jobs. */
const limits = { slowDatabase: 0.25, lateQueue: 300 } as const;

const mebibyte = 1024 * 1024;

async function databaseChecks({ services }: RequestContext): Promise<readonly Check[]> {
  const facts = await readFacts(services.db);
  const { waitingCount: waiting } = services.pool;
  const isSlow = facts.seconds > limits.slowDatabase || waiting > 0;
  const milliseconds = Math.round(facts.seconds * 1000);
  const isLate = facts.queue_oldest > limits.lateQueue;
  const late = { minutes: Math.round(facts.queue_oldest / 60), count: facts.queue_waiting };
  return [
    {
      name: "database",
      label: text.database,
      state: isSlow ? "warning" : "ok",
      message: withParameters(isSlow ? text.databaseSlow : text.databaseWell, { milliseconds, waiting }),
    },
    {
      name: "queue",
      label: text.queue,
      state: isLate ? "critical" : facts.queue_failed > 0 ? "warning" : "ok",
      message: isLate
        ? withParameters(text.queueLate, late)
        : facts.queue_failed > 0
          ? withParameters(text.queueFailed, { count: facts.queue_failed })
          : text.queueWell,
    },
  ];
}

async function componentCheck({ db }: RequestContext): Promise<Check> {
  const { rows } = await sql<{ name: string; is_offline: boolean }>`
    select t.name, 'offline' = any(${problemsOf}) as is_offline from terminals t
    where not t.is_deleted and t.date_heartbeat > 'epoch' and ${problemsOf} <> '{}' order by t.name
  `.execute(db);
  const label = text.components;
  if (rows.length === 0) return { name: "components", label, state: "ok", message: text.componentsWell };
  const offline = rows.filter(({ is_offline }) => is_offline);
  const [named, message] =
    offline.length > 0 ? [offline, text.componentsOffline] : [rows, text.componentsBusy];
  const names = named
    .slice(0, 10)
    .map(({ name }) => name)
    .join(", ");
  return {
    name: "components",
    label,
    state: offline.length > 0 ? "critical" : "warning",
    message: withParameters(message, { names }),
  };
}

async function recordingCheck({ services }: RequestContext): Promise<Check> {
  const disk = await statfs(services.config.dataFolder);
  const free = Math.floor((disk.bavail * disk.bsize) / mebibyte);
  const needed = await services.settings.get<number>("TERMINAL_RECORDING_FREE_SPACE");
  const isFull = free < needed;
  return {
    name: "recordings",
    label: text.recordings,
    state: isFull ? "critical" : free < needed * 4 ? "warning" : "ok",
    message: withParameters(isFull ? text.recordingsFull : text.recordingsRoom, { free, needed }),
  };
}

/** What is well and what is not, an addition to the contract. Contract: docs/contract/components.md, section 8. */
export const healthRoute: RouteDeclaration = {
  methods: ["GET"],
  path: "/api/v1/sallyport/health/",
  access: permission("terminal.view_status"),
  title: "Health",
  handle: async (context) => {
    const checks = [
      ...(await databaseChecks(context)),
      await componentCheck(context),
      await recordingCheck(context),
    ];
    const worst = (["critical", "warning"] as const).find((state) =>
      checks.some((check) => check.state === state),
    );
    const { language } = context;
    return {
      body: {
        state: worst ?? "ok",
        checks: checks.map(({ label, message, ...check }) => ({
          ...check,
          label: translate(label, language),
          message: translate(message, language),
        })),
      },
    };
  },
};
