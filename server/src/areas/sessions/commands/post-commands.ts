import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { component, type RequestContext } from "../../../engine/access/index.ts";
import type { Database } from "../../../engine/database/index.ts";
import { FieldError } from "../../../engine/errors.ts";
import { caller, type RouteAnswer, type RouteDeclaration } from "../../../engine/http/index.ts";
import { type Message, translate } from "../../../engine/i18n/index.ts";
import { isObject } from "../../../engine/json.ts";
import { isUuid, parseText } from "../../../engine/resource/index.ts";
import { findCommandRule } from "../../acls/index.ts";
import { tellOfCommand, tellReviewers } from "./command-alerts.ts";
import { isRiskLevel } from "./risk-levels.ts";
import { text } from "./texts.ts";

/** Most commands of one call. */
const mostCommands = 1000;

/** Latest time a component may tell, in seconds since 1970: what is beyond is no time. */
const latest = 4_102_444_800;

interface ReportedCommand {
  readonly user: string;
  readonly asset: string;
  readonly account: string;
  readonly input: string;
  readonly output: string;
  readonly session: string;
  readonly riskLevel: number;
  readonly date: Date;
}

const cut = (value: string, length: number): string => [...value].slice(0, length).join("");

/** Long names keep their ends, where they differ. */
function ends(value: string): string {
  const characters = [...value];
  return characters.length <= 64 ? value : [...characters.slice(0, 32), ...characters.slice(-32)].join("");
}

function readCommand(value: unknown): ReportedCommand {
  if (!isObject(value)) throw new FieldError([text.arrayExpected]);
  const words = (name: string, maxLength: number, blank = false): string =>
    parseText(value[name] ?? "", { label: text.command, maxLength, blank, trim: false });
  const session = words("session", 36);
  if (!isUuid(session)) throw new FieldError([text.invalidSession]);
  const risk = isObject(value.risk_level) ? value.risk_level.value : (value.risk_level ?? 0);
  const timestamp = Number(value.timestamp);
  if (!isRiskLevel(risk)) throw new FieldError([text.riskLevel]);
  if (!Number.isSafeInteger(timestamp) || timestamp < 0 || timestamp > latest)
    throw new FieldError([text.timestamp]);
  return {
    user: ends(words("user", 1024)),
    asset: words("asset", 128),
    account: ends(words("account", 1024)),
    input: words("input", 2048),
    output: cut(words("output", 2048, true), 1024),
    session,
    riskLevel: risk,
    date: new Date(timestamp * 1000),
  };
}

/** The messages of what is wrong, for a component's log. */
function complaint(error: FieldError, context: RequestContext): RouteAnswer {
  const [first] = Array.isArray(error.errors) ? error.errors : [];
  const message = isMessage(first) ? translate(first, context.language) : "";
  return { status: 400, body: { msg: message } };
}

const isMessage = (value: unknown): value is Message =>
  typeof value === "object" && value !== null && "en" in value;

async function tell(context: RequestContext, body: unknown): Promise<RouteAnswer> {
  let commands: ReportedCommand[];
  try {
    if (!Array.isArray(body) || body.length > mostCommands) throw new FieldError([text.arrayExpected]);
    commands = body.map(readCommand);
  } catch (error) {
    if (error instanceof FieldError) return complaint(error, context);
    throw error;
  }
  await storeReportedCommands(context.db, commands, context.organization.id);
  return { status: 201, body: JSON.stringify("ok"), type: "application/json; charset=utf-8" };
}

/** A known session says whose organization a command is in, whatever the component says. */
async function storeReportedCommands(
  db: Kysely<Database>,
  commands: readonly ReportedCommand[],
  organizationId: string,
): Promise<void> {
  const rows = commands.map((command) => ({
    ...command,
    id: randomUUID(),
    date: command.date.toISOString(),
  }));
  await sql`
    with stored as (
      insert into commands (id, org_id, session_id, "user", asset, account, input, command, output, risk_level, source,
        date_executed)
      select c.id, coalesce(s.org_id, ${organizationId}::uuid), c.session, c."user", c.asset, c.account,
        left(c.input, 128), c.input, c.output, c."riskLevel", 'screen', c.date
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (
        id uuid, session uuid, "user" text, asset text, account text, input text, output text, "riskLevel" smallint,
        date timestamptz)
      left join sessions s on s.id = c.session
      returning session_id
    )
    update sessions set has_command = true where not has_command and id in (select session_id from stored)
  `.execute(db);
}

const ids: readonly (readonly [name: string, complaint: Message])[] = [
  ["cmd_filter_acl", text.invalidFilterRule],
  ["cmd_group", text.invalidGroup],
  ["session", text.invalidSession],
];

/** What rules were about, whoever applied them: subscribers hear of what was refused, reviewers of what is watched. */
async function alarm(context: RequestContext, body: unknown): Promise<RouteAnswer> {
  const alerts = Array.isArray(body) ? body.slice(0, mostCommands).filter(isObject) : [];
  for (const alert of alerts) {
    const wrong = ids.find(([name]) => !isUuid(String(alert[name] ?? "")));
    if (wrong !== undefined) return { status: 400, body: { msg: translate(wrong[1], context.language) } };
  }
  const { services, db } = caller(context);
  for (const alert of alerts) {
    const fact = (name: string): string => cut(String(alert[name] ?? ""), 512);
    const sessionId = fact("session");
    const told = { command: fact("input"), asset: fact("asset"), user: fact("user"), sessionId };
    const sending = { ...services, db };
    const level = Number(alert.risk_level);
    if (level === 5 || level === 6) await tellOfCommand(sending, told);
    else if (level === 4) {
      const session = await db
        .selectFrom("sessions")
        .select("org_id")
        .where("id", "=", sessionId)
        .executeTakeFirst();
      if (session === undefined) continue;
      const named = { ruleId: fact("cmd_filter_acl"), sessionOrganization: session.org_id };
      await tellReviewers(sending, told, (await findCommandRule(db, named))?.reviewers ?? []);
    }
  }
  return { body: { msg: "ok" } };
}

/** What components report about commands. Contract: docs/contract/commands.md, section 4. */
export const commandReportRoutes: readonly RouteDeclaration[] = [
  {
    methods: ["POST"],
    path: "/api/v1/terminal/commands/",
    access: component("terminal.add_command"),
    title: "Command List",
    bodyLimit: 8 * 1024 * 1024,
    handle: (context, { body }) => tell(context, body),
  },
  {
    methods: ["POST"],
    path: "/api/v1/terminal/commands/insecure-command/",
    access: component("terminal.add_command"),
    title: "Insecure Command Alert",
    handle: (context, { body }) => alarm(context, body),
  },
];
