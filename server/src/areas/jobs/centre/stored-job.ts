import { isObject, type Json } from "../../../engine/json.ts";

/** How the command of a job is run. */
export const moduleNames = ["shell", "win_shell", "python", "mysql", "postgresql", "sqlserver"] as const;
export type JobModule = (typeof moduleNames)[number];

/** The protocols a module runs over; whatever is not named here runs over SSH. */
const statementModules: Readonly<Partial<Record<JobModule, readonly string[]>>> = {
  mysql: ["mysql", "mariadb"],
  postgresql: ["postgresql"],
  sqlserver: ["sqlserver"],
};

/** The protocols a module runs over. */
export const protocolsOf = (module: JobModule): readonly string[] => statementModules[module] ?? ["ssh"];

/** Whether a module runs statements of a database. */
export const isStatement = (module: JobModule): boolean => Object.hasOwn(statementModules, module);

/** Which account is taken where none has the user name that was asked for. */
export const policyNames = ["skip", "privileged_first", "privileged_only"] as const;
export type AccountPolicy = (typeof policyNames)[number];

/** A job as one execution runs it, whatever becomes of the job. */
export type JobSnapshot = {
  readonly module: JobModule;
  readonly args: string;
  /** User names, with commas between them. */
  readonly runas: string;
  readonly runas_policy: AccountPolicy;
  /** Seconds; -1: none. */
  readonly timeout: number;
  readonly chdir: string;
  /** What runs instead of the command; null: it is gone. Absent: a command runs. */
  readonly playbook?: { readonly id: string; readonly name: string } | null;
  /** What parameters are where the run names none. */
  readonly defaults: { readonly [name: string]: string };
  /** Ids, in the order they are shown in. */
  readonly assets: readonly string[];
};

/** Most assets of a job. */
export const mostHosts = 2_000;

/** A parameter of a job as people define it: `{label, type, default, options}` under its name. */
export function parameterDefaults(defined: Json): { readonly [name: string]: string } {
  const parsed = typeof defined === "string" ? readObject(defined) : defined;
  if (!isObject(parsed)) return {};
  const defaults: Record<string, string> = {};
  for (const [name, about] of Object.entries(parsed)) {
    const value = isObject(about) ? about.default : undefined;
    if (value !== undefined && value !== null && typeof value !== "object") defaults[name] = String(value);
  }
  return defaults;
}

/** The values a run names: an object, or JSON of one, as clients send it. Null: it is neither. */
export function runParameters(given: unknown): { readonly [name: string]: string } | null {
  const parsed = typeof given === "string" ? (given.trim() === "" ? {} : readObject(given)) : given;
  if (parsed === undefined || parsed === null) return {};
  if (typeof parsed !== "object" || Array.isArray(parsed)) return null;
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(parsed as Record<string, unknown>)) {
    if (value === null || typeof value === "object") return null;
    values[name] = String(value);
  }
  return values;
}

function readObject(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
