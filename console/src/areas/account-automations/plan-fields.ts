import type { TFunction } from "i18next";
import type { FieldOverrides, FormValues } from "../../kit/form/form-model.ts";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue } from "../../kit/metadata/value-text.ts";
import { SecretUpload } from "../../kit/widgets/secret-upload.tsx";

type T = TFunction<["accountPlans", "routes", "common", "kit"]>;

const isPeriodic = (values: FormValues): boolean => values.is_periodic === true;

/** When a plan runs by itself. */
export function scheduleOverrides(t: T): FieldOverrides {
  return {
    crontab: { kind: "cron", hidden: (values) => !isPeriodic(values), toWire: (value) => value || null },
    interval: {
      hidden: (values) => !isPeriodic(values) || (values.crontab ?? "") !== "",
      problem: (value, values) =>
        isPeriodic(values) && (values.crontab ?? "") === "" && typeof value !== "number"
          ? t("timesMissing")
          : undefined,
    },
  };
}

const chosen = (values: FormValues, name: string): string => String(plainValue(values[name]) ?? "");

/** Whether the secret of a form is of a kind, and entered or made at random. */
const secretIs =
  (type: "password" | "ssh_key", strategy?: "specific" | "random") =>
  (values: FormValues): boolean =>
    chosen(values, "secret_type") === type &&
    (strategy === undefined || chosen(values, "secret_strategy") === strategy);

const hiddenUnless =
  (shown: (values: FormValues) => boolean) =>
  (values: FormValues): boolean =>
    !shown(values);

/** Fields of the secret of a plan, in their order. */
export const SECRET_FIELDS = [
  "secret_strategy",
  "secret_type",
  "secret",
  "password_rules",
  "ssh_key_change_strategy",
  "ssh_key",
  "passphrase",
  "params",
] as const;

/** Which secrets a plan gives. One that is kept stays until another one is entered. */
export function secretOverrides(t: T, editing: boolean): FieldOverrides {
  const help = editing ? { help: t("secretKept") } : {};
  return {
    secret: { kind: "secret", hidden: hiddenUnless(secretIs("password", "specific")), ...help },
    password_rules: { hidden: hiddenUnless(secretIs("password", "random")) },
    ssh_key_change_strategy: { hidden: hiddenUnless(secretIs("ssh_key")) },
    ssh_key: {
      label: t("sshKey"),
      kind: "secret",
      metadata: { type: "string", write_only: true },
      hidden: hiddenUnless(secretIs("ssh_key", "specific")),
      input: SecretUpload,
      ...help,
    },
    passphrase: { hidden: hiddenUnless(secretIs("ssh_key", "specific")) },
  };
}

/** A body with the secret that was entered under its name; a key ends with a line end. */
export function withPlanSecret(body: Record<string, unknown>): Row {
  const { ssh_key: key, ...rest } = body;
  if (typeof key !== "string" || key.trim() === "") return rest;
  return { ...rest, secret: key.endsWith("\n") ? key : `${key}\n` };
}
