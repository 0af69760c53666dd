import type { TFunction } from "i18next";
import type { FieldOverride, FieldOverrides, FormValues } from "../../../kit/form/form-model.ts";
import { SecretUpload } from "../../../kit/widgets/secret-upload.tsx";

/** The username follows the name until it is edited; well-known administrators are ticked as privileged. */
export function followName(name: unknown, values: FormValues): FormValues | undefined {
  const text = typeof name === "string" ? name : "";
  const before = values.name;
  const username = values.username;
  const untouched = username === undefined || username === "" || username === before;
  const privileged = /^(root|administrator)$/i.test(text.trim());
  return { ...(untouched ? { username: text } : {}), ...(privileged ? { privileged: true } : {}) };
}

/** The field a secret of each kind is entered in, and the text by which it is called. */
const INPUTS = {
  password: { field: "secret", text: "secret" },
  ssh_key: { field: "ssh_key", text: "sshKey" },
  token: { field: "token", text: "token" },
  access_key: { field: "access_key", text: "accessKey" },
  api_key: { field: "api_key", text: "apiKey" },
} as const;

const FIELDS: readonly string[] = Object.values(INPUTS).map(({ field }) => field);

/** Names of the fields for the secret of an account, in their order. */
export const SECRET_FIELDS: readonly string[] = [...FIELDS, "passphrase"];

/** One input for each kind of secret, of which the one of the chosen kind is shown. */
export function secretOverrides(t: TFunction<["accounts"]>): FieldOverrides {
  const inputs = Object.entries(INPUTS).map(([type, { field, text }]): readonly [string, FieldOverride] => [
    field,
    {
      label: t(text),
      kind: "secret",
      metadata: { type: "string", write_only: true },
      hidden: (values) => values.secret_type !== type,
      ...(type === "ssh_key" ? { input: SecretUpload } : {}),
    },
  ]);
  return {
    ...Object.fromEntries(inputs),
    passphrase: { hidden: (values) => values.secret_type !== "ssh_key" },
  };
}

/** A body with one secret, under whichever input it was entered; a key ends with a line end. */
export function withSecret(body: Record<string, unknown>): Record<string, unknown> {
  const sent = Object.fromEntries(Object.entries(body).filter(([name]) => !FIELDS.includes(name)));
  const input = Object.entries(INPUTS).find(([type]) => type === body.secret_type)?.[1];
  const entered = input === undefined ? undefined : body[input.field];
  if (typeof entered !== "string" || entered.trim() === "") return sent;
  const isKey = body.secret_type === "ssh_key";
  return { ...sent, secret: isKey && !entered.endsWith("\n") ? `${entered}\n` : entered };
}
