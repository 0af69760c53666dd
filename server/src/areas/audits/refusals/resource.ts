import { sql } from "kysely";
import { permission } from "../../../engine/access/index.ts";
import { refusalChannels, refusalKinds, refusalsTable } from "../../../engine/audit/index.ts";
import { text as common } from "../../../engine/i18n/index.ts";
import {
  computed,
  datetime,
  defineResource,
  exact,
  exactChoice,
  exactUuid,
  instant,
  integer,
  labeledChoice,
  mostExactlyCounted,
  organizationFields,
  text as textField,
  uuid,
} from "../../../engine/resource/index.ts";
import { text as logText } from "../texts.ts";
import { text } from "./texts.ts";

const channels = refusalChannels.map((value) => ({ value, label: text[value] }));
const kinds = refusalKinds.map((value) => ({ value, label: text[value] }));

/** Both lists alike: what an operate log may be read with shows these, too. */
const access = permission("audits.view_operatelog");

/**
 * What people and programs were refused: by whom, from where, on which access channel, what and why. Equal refusals
 * within ten minutes are one row with a count. Contract: docs/contract/audits.md, section 2.
 */
export const refusals = defineResource({
  path: "sallyport/refusals",
  app: "audits",
  model: "operatelog",
  label: text.refusal,
  title: "Refusal",
  scope: "global",
  table: refusalsTable.name,
  fieldOrder: "declared",
  fields: {
    id: uuid({ label: common.id }),
    user: textField({ label: logText.user, column: "user_display" }),
    user_id: textField({ label: text.userId }),
    remote_addr: textField({ label: logText.remoteAddress }),
    channel: labeledChoice({ label: text.channel, choices: channels }),
    kind: labeledChoice({ label: text.kind, choices: kinds }),
    code: textField({ label: text.code }),
    reason: computed({
      label: text.reason,
      columns: ["reason"],
      present: ({ reason }, { language }) => (reason as Readonly<Record<string, string>>)[language] ?? "",
    }),
    asset: textField({ label: text.asset }),
    asset_id: textField({ label: text.assetId }),
    account: textField({ label: text.account }),
    protocol: textField({ label: text.protocol }),
    target: textField({ label: text.target }),
    rights: textField({ label: text.rights }),
    count: integer({ label: text.count }),
    org_id: organizationFields.org_id,
    org_name: organizationFields.org_name,
    datetime: datetime({ label: logText.datetime }),
    date_last: datetime({ label: text.dateLast }),
  },
  filters: {
    user: exact("t.user_display"),
    user_id: exactUuid("t.user_id"),
    remote_addr: exact("t.remote_addr"),
    channel: exactChoice("t.channel", refusalChannels),
    kind: exactChoice("t.kind", refusalKinds),
    code: exact("t.code"),
    asset: exact("t.asset"),
    asset_id: exactUuid("t.asset_id"),
    account: exact("t.account"),
    date_from: instant("t.datetime", ">="),
    date_to: instant("t.datetime", "<="),
  },
  searchText:
    "lower(t.user_display || E'\\n' || t.remote_addr || E'\\n' || t.asset || E'\\n' || t.account || E'\\n' || t.target)",
  hasSearchParts: true,
  countsUpTo: mostExactlyCounted,
  order: {
    by: ["user", "remote_addr", "channel", "kind", "code", "asset", "count", "datetime", "date_last"],
    default: ["-datetime"],
  },
  // What belongs to no organization is seen where all are.
  where: ({ organization }) =>
    organization.isRoot ? null : sql<boolean>`t.org_id = ${organization.id}::uuid`,
  operations: ["list", "retrieve"],
  access: { list: access, retrieve: access },
  files: { previewed: false },
  displayColumn: "user_display",
});
