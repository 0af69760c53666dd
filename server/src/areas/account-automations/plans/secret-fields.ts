import { ValidationError } from "../../../engine/errors.ts";
import { withParameters } from "../../../engine/i18n/index.ts";
import { isObject, type JsonObject } from "../../../engine/json.ts";
import {
  describeField,
  type Field,
  integer,
  json,
  labeledChoice,
  text as line,
  type RowOf,
  secret,
  transient,
  type WriteEvent,
} from "../../../engine/resource/index.ts";
import type { SealedColumn } from "../../../engine/secrets/index.ts";
import { type CheckedSecret, checkSecret, readPushParameters } from "../../accounts/index.ts";
import { text } from "../texts.ts";

/** Lengths of random passwords. */
const [shortest, longest] = [6, 30];
/** Symbols of random passwords, unless a plan names its own. */
const symbols = "!#$%&()*+,-.:;<=>?@[]^_~";

/** What random passwords are made by. */
export interface PasswordRules {
  readonly length: number;
  readonly symbol_set: string;
}

const defaultRules: PasswordRules = { length: longest, symbol_set: symbols };

const ruleFields: Readonly<Record<string, Field>> = {
  length: integer({ label: text.length, required: true, minimum: shortest, maximum: longest }),
  symbol_set: line({ label: text.symbols, maxLength: 64 }),
};

/** The secret of a plan is bound to its row. */
const secretContext = (planId: string): string => `account_automations.secret:${planId}`;

/** The secrets that plans give to accounts. */
export const planSecretColumn: SealedColumn = {
  table: "account_automations",
  column: "secret_sealed",
  key: ["id"],
  context: (id = "") => secretContext(id),
};

/** Which secrets a plan gives to accounts, and how: fields of pushing and of changing. */
export function secretFields() {
  return {
    secret_type: labeledChoice({
      label: text.secretType,
      required: true,
      choices: [
        { value: "password", label: text.password },
        { value: "ssh_key", label: text.sshKey },
      ],
    }),
    secret_strategy: labeledChoice({
      label: text.secretStrategy,
      required: true,
      choices: [
        { value: "specific", label: text.specific },
        { value: "random", label: text.random },
      ],
    }),
    secret: secret({ label: text.secret, nullable: true, maxLength: 40_960 }),
    passphrase: transient(secret({ label: text.passphrase, nullable: true, maxLength: 512 })),
    password_rules: {
      ...json({ label: text.passwordRules, object: true, default: { ...defaultRules } }),
      type: "nested object",
      describe: (context: Parameters<typeof describeField>[1]) => ({
        children: Object.fromEntries(
          Object.entries(ruleFields).map(([name, field]) => [name, describeField(field, context)]),
        ),
      }),
    },
    ssh_key_change_strategy: labeledChoice({
      label: text.sshKeyStrategy,
      default: "add",
      choices: [
        { value: "add", label: text.addKey },
        { value: "set", label: text.setKey },
        { value: "set_jms", label: text.setOwnKey },
      ],
    }),
    params: json({ label: text.parameters, object: true, default: {} }),
  };
}

type SecretFields = ReturnType<typeof secretFields>;
type Event = Pick<WriteEvent<SecretFields>, "values"> & {
  readonly before: (RowOf<SecretFields> & { readonly secret_sealed?: unknown }) | null;
};

/** The secret as it will be stored; set by `checkPlanSecret`, taken by `secretColumns`. */
const checked = new WeakMap<Event["values"], CheckedSecret>();

/**
 * Rules of the secret of a plan. What another strategy or kind of secret would need is left out, as if it had not
 * been sent. Contract: docs/contract/account-automations.md, "Secrets".
 * @throws ValidationError
 */
export function checkPlanSecret({ values, before }: Event): void {
  const { secret_type: type, secret_strategy: strategy } = { ...before, ...values };
  if (values.params !== undefined) values.params = readPushParameters(values.params);
  if (type === "password") delete values.ssh_key_change_strategy;
  if (type === "password" && strategy === "random") {
    if (values.password_rules !== undefined) values.password_rules = readRules(values.password_rules);
  } else {
    delete values.password_rules;
    if (before === null) values.password_rules = { ...defaultRules };
  }
  const typed = values.secret ?? "";
  if (strategy === "random") return;
  if (typed !== "") checked.set(values, checkSecret(String(type), typed, values.passphrase ?? ""));
  else if (!isKept(before, String(type))) throw new ValidationError({ secret: [text.noSecret] });
}

/** Whether a plan has a secret of the kind already. */
const isKept = (before: Event["before"], type: string): boolean =>
  before !== null && (before.secret_sealed ?? null) !== null && before.secret_type === type;

/** The column of a plan's secret: what is made at random has none. */
export function secretColumns(
  { values, before }: Event,
  id: string,
  seal: (plain: string, context: string) => string,
): Record<string, unknown> {
  const { secret_strategy: strategy } = { ...before, ...values };
  if (strategy === "random") return { secret_sealed: null };
  const fresh = checked.get(values);
  return fresh === undefined ? {} : { secret_sealed: seal(fresh.secret, secretContext(id)) };
}

/** The secret of a plan, in the clear. */
export const openPlanSecret = (
  open: (sealed: string, context: string) => string,
  id: string,
  sealed: string,
): string => open(sealed, secretContext(id));

/** @throws ValidationError on `password_rules` */
function readRules(given: unknown): JsonObject {
  const { length, symbol_set: own } = isObject(given) ? given : {};
  const refuse = (message: typeof text.lengthNotNumber) =>
    new ValidationError({ password_rules: { length: [message] } });
  const count = typeof length === "string" && /^\d{1,9}$/.test(length) ? Number(length) : length;
  if (typeof count !== "number" || !Number.isInteger(count)) throw refuse(text.lengthNotNumber);
  if (count < shortest || count > longest) {
    throw refuse(withParameters(text.lengthOutside, { least: shortest, most: longest }));
  }
  const chosen = typeof own === "string" && own !== "" ? own : symbols;
  if ([...chosen].some((symbol) => !symbols.includes(symbol))) {
    throw new ValidationError({
      password_rules: { symbol_set: [withParameters(text.unfitSymbols, { symbols })] },
    });
  }
  return { length: count, symbol_set: [...new Set(chosen)].join("") };
}

/** The rules kept with a plan; those of plans that need none are the usual ones. */
export function rulesOf(kept: unknown): PasswordRules {
  const { length, symbol_set: own } = isObject(kept) ? kept : {};
  return {
    length: typeof length === "number" ? length : defaultRules.length,
    symbol_set: typeof own === "string" && own !== "" ? own : symbols,
  };
}
