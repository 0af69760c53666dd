import { text as common, translate } from "../../../engine/i18n/index.ts";
import {
  boolean,
  computed,
  datetime,
  defineResource,
  exact,
  exactBoolean,
  exactChoice,
  exactUuid,
  type Field,
  instant,
  integer,
  labeledChoice,
  mostExactlyCounted,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { text } from "./texts.ts";

/** What can be done to a file; `setstat` is ours. */
export const operations = [
  { value: "mkdir", label: text.mkdir },
  { value: "rmdir", label: text.rmdir },
  { value: "delete", label: text.delete },
  { value: "upload", label: text.upload },
  { value: "rename", label: text.rename },
  { value: "symlink", label: text.symlink },
  { value: "download", label: text.download },
  { value: "rename_dir", label: text.renameDirectory },
  { value: "setstat", label: text.setstat },
];

const states = [
  { value: "running", label: text.running },
  { value: "complete", label: text.complete },
  { value: "partial", label: text.partial },
  { value: "failed", label: text.failed },
];

/** Stable words of `reason` that a person is told in their language; others are shown as they are. */
const reasons = [
  "random_access",
  "broken_off",
  "denied",
  "other_program",
  "no_such_file",
  "permission_denied",
  "target_failure",
  "unsupported",
  "skipped",
] as const;

const words = (label: Field["options"]["label"], maxLength: number, required = true): Field =>
  textField({ label, required, maxLength });

/**
 * What was done to files on targets. The gateways write it; over HTTP it is read, and other components report theirs
 * (`reports.ts`). `session`, `state`, `size`,
 * `sha256`, `reason` and `date_end` are additions. Contract: docs/contract/file-transfers.md, section 1.
 */
export const fileLogs = defineResource({
  path: "audits/ftp-logs",
  app: "audits",
  model: "ftplog",
  label: text.fileLog,
  title: "Ftp Log",
  scope: "organization",
  table: "ftp_logs",
  fieldOrder: "declared",
  counter: {},
  fields: {
    id: uuid({ label: common.id }),
    user: words(text.user, 128),
    remote_addr: words(text.remoteAddress, 128, false),
    asset: words(text.asset, 1024),
    account: words(text.account, 128),
    org_id: textField({ label: common.organizationId, maxLength: 36 }),
    operate: labeledChoice({ label: text.operate, required: true, choices: operations }),
    filename: words(text.filename, 1024),
    date_start: datetime({ label: text.dateStart, readOnly: true }),
    is_success: boolean({ label: text.isSuccess, default: true }),
    has_file: boolean({ label: text.hasFile, default: false }),
    session: {
      ...uuid({ label: text.session, readOnly: true }),
      columns: ["session_id"],
      present: (row) => row.session_id as string | null,
    },
    state: labeledChoice({ label: text.state, readOnly: true, choices: states }),
    size: integer({ label: text.size, readOnly: true }),
    sha256: textField({ label: text.sha256, readOnly: true }),
    reason: computed({
      label: text.reason,
      columns: ["reason"],
      present: ({ reason }, { language }) => {
        const known = reasons.find((word) => word === reason);
        return known === undefined ? String(reason) : translate(text[known], language);
      },
    }),
    date_end: datetime({ label: text.dateEnd, readOnly: true }),
  },
  filters: {
    user: exact("t.user"),
    asset: exact("t.asset"),
    account: exact("t.account"),
    filename: exact("t.filename"),
    operate: exactChoice(
      "t.operate",
      operations.map(({ value }) => value),
    ),
    is_success: { ...exactBoolean("t.is_success"), announced: false },
    session: { ...exactUuid("t.session_id"), announced: false },
    sha256: { ...exact("t.sha256"), announced: false },
    date_from: instant("t.date_start", ">="),
    date_to: instant("t.date_start", "<="),
  },
  searchText: `lower(t."user" || E'\\n' || t.asset || E'\\n' || t.account || E'\\n' || t.filename)`,
  hasSearchParts: true,
  countsUpTo: mostExactlyCounted,
  order: {
    by: [
      "user",
      "remote_addr",
      "asset",
      "account",
      "org_id",
      "operate",
      "filename",
      "date_start",
      "is_success",
      "has_file",
      "size",
    ],
    default: ["-date_start"],
  },
  operations: ["list", "retrieve"],
  // Components write them.
  describedFor: ["POST"],
  displayColumn: "filename",
});
