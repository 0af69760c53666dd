import { sql } from "kysely";
import { text as engineText } from "../../engine/i18n/index.ts";
import {
  boolean,
  computed,
  inOrganization,
  integer,
  json,
  labeledChoice,
  relation,
  secret,
  stamps,
  text as textField,
  transient,
  uuid,
} from "../../engine/resource/index.ts";
import { connectivityChoices } from "../assets/index.ts";
import { assetField } from "./asset-field.ts";
import { text } from "./texts.ts";

/** Kinds of secret an account can hold. */
export const secretTypeChoices = [
  { value: "password", label: text.password },
  { value: "ssh_key", label: text.sshKey },
  { value: "access_key", label: text.accessKey },
  { value: "token", label: text.token },
  { value: "api_key", label: text.apiKey },
];

const sourceChoices = [
  { value: "local", label: text.local },
  { value: "collected", label: text.collected },
  { value: "template", label: text.template },
];

/** What to do with a new account that is there already. */
const onInvalidChoices = [
  { value: "skip", label: text.skip },
  { value: "update", label: text.update },
  { value: "error", label: text.error },
];

/** Types of an account's fields, for hooks. */
export type AccountFields = ReturnType<typeof accountFields>;

/** Fields of an account in the contract's order. Contract: docs/contract/accounts.md, "Fields". */
export function accountFields() {
  return {
    id: uuid({ label: engineText.id }),
    name: textField({ label: engineText.name, nullable: true, blank: true, maxLength: 128 }),
    username: textField({
      label: text.username,
      help: text.usernameHelp,
      required: true,
      blank: true,
      createOnly: true,
      maxLength: 128,
    }),
    secret_type: labeledChoice({ label: text.secretType, default: "password", choices: secretTypeChoices }),
    secret: secret({ label: text.secret, nullable: true, maxLength: 40_960 }),
    passphrase: secret({ label: text.passphrase, nullable: true, maxLength: 512 }),
    spec_info: computed({
      label: text.specInfo,
      columns: ["secret_type", "key_fingerprint"],
      present: (row) =>
        row.secret_type === "ssh_key" ? { ssh_key_fingerprint: String(row.key_fingerprint ?? "") } : {},
    }),
    ...stamps("created_by"),
    comment: textField({ label: engineText.comment }),
    su_from: relation({
      label: text.suFrom,
      nullable: true,
      column: "su_from_id",
      target: {
        table: "accounts",
        key: "uuid",
        attributes: { id: "r.id", name: "r.name", username: "r.username" },
        where: inOrganization,
      },
    }),
    asset: assetField(),
    version: integer({
      label: text.version,
      readOnly: true,
      default: 0,
      minimum: -2_147_483_648,
      maximum: 2_147_483_647,
    }),
    source: labeledChoice({ label: text.source, default: "local", choices: sourceChoices }),
    source_id: textField({ label: text.sourceId, nullable: true, maxLength: 128 }),
    connectivity: labeledChoice({
      label: text.connectivity,
      readOnly: true,
      default: "-",
      choices: connectivityChoices,
    }),
    template: transient({ ...uuid({ label: text.template, nullable: true }), type: "field" }),
    params: transient(json({ label: text.parameters, nullable: true, object: true })),
    on_invalid: transient(
      labeledChoice({
        label: text.onInvalid,
        nullable: true,
        default: "error",
        choices: onInvalidChoices,
      }),
    ),
    privileged: boolean({ label: text.privileged, default: false }),
    is_active: boolean({ label: engineText.isActive, default: true }),
    push_now: transient(boolean({ label: text.pushNow, default: false })),
    has_secret: computed({
      label: text.hasSecret,
      type: "boolean",
      only: ["retrieve"],
      select: () => sql`t.secret_sealed is not null`,
      present: (row) => row.has_secret === true,
    }),
    ...stamps("date_created", "date_updated"),
  };
}
