import { text as common } from "../../engine/i18n/index.ts";
import type { Json } from "../../engine/json.ts";
import {
  boolean,
  computed,
  datetime,
  type Field,
  flagTree,
  json,
  labeledChoice,
  organizationFields,
  type RelationTarget,
  relation,
  relations,
  stamps,
  text as textField,
  uuid,
} from "../../engine/resource/index.ts";
import { assetsTable, nodesTable } from "../assets/index.ts";
import { actionTree } from "../permissions/index.ts";
import { usersTable } from "../users/index.ts";
import { processMap } from "./process-map.ts";
import { text } from "./texts.ts";
import { levelChoices, stateChoices, statusChoices, type TicketType, typeChoices } from "./ticket-types.ts";

const users: RelationTarget<"uuid"> = { table: usersTable.name, key: "uuid" };

const nodes: RelationTarget<"uuid"> = {
  table: nodesTable.name,
  key: "uuid",
  attributes: { id: "r.id", name: "r.full_value" },
};

const assets: RelationTarget<"uuid"> = { table: assetsTable.name, key: "uuid" };

const start = {
  id: uuid({ label: common.id }),
  title: textField({ label: text.title, required: true, maxLength: 256 }),
  org_id: textField({ label: common.organizationId, required: true, maxLength: 36 }),
  comment: textField({ label: text.comment, blank: true }),
};

const type = labeledChoice({ label: text.type, readOnly: true, choices: typeChoices });

const rest = {
  serial_num: textField({ label: text.serialNumber, readOnly: true }),
  process_map: processMap,
  approval_step: labeledChoice({
    label: text.approvalStep,
    readOnly: true,
    default: 1,
    choices: levelChoices,
  }),
};

const state = labeledChoice({
  label: text.state,
  readOnly: true,
  default: "pending",
  choices: stateChoices,
});

const end = {
  status: labeledChoice({ label: text.status, readOnly: true, default: "open", choices: statusChoices }),
  org_name: organizationFields.org_name,
  rel_snapshot: json({ label: text.snapshot, readOnly: true }),
};

const emergency = {
  is_emergency: boolean({ label: text.isEmergency, readOnly: true, default: false, isUndescribed: true }),
};

/** Lists of one type name the applicant as a text, which clients compare with their own. */
const applicantText = textField({ label: text.applicant });

/** The fields of the list of all tickets. */
export const ticketFields = {
  ...start,
  org_id: organizationFields.org_id,
  ...rest,
  type,
  state,
  applicant: relation({
    label: text.applicant,
    target: users,
    column: "applicant_id",
    nullable: true,
    readOnly: true,
  }),
  ...end,
  ...emergency,
  ...stamps("date_created", "date_updated"),
};

/** Something that tickets know by its id and by the name it had. */
const snapshotRelation = (label: typeof text.title, column: string, name: string): Field =>
  computed({
    label,
    type: "object_related_field",
    columns: [column, "rel_snapshot"],
    present: (row): Json => {
      if (row[column] === null) return null;
      const snapshot = row.rel_snapshot as Readonly<Record<string, Json>>;
      return { id: String(row[column]), name: snapshot[name] ?? "" };
    },
  });

/** What somebody asks for who wants to reach assets, and what an approver may change of it. */
export const assetRequestFields = {
  apply_nodes: relations({
    label: text.applyNodes,
    help: text.assetsOrNodes,
    target: nodes,
    link: { table: "ticket_nodes", own: "ticket_id", other: "node_id" },
    orderBy: "r.full_value",
  }),
  apply_assets: relations({
    label: text.applyAssets,
    help: text.assetsOrNodes,
    target: assets,
    link: { table: "ticket_assets", own: "ticket_id", other: "asset_id" },
  }),
  apply_accounts: json({ label: text.applyAccounts, default: [] }),
  apply_actions: flagTree({ label: text.applyActions, root: actionTree, default: ["connect"] }),
};

/** When what was asked for begins and ends. */
export const periodFields = {
  apply_date_start: datetime({ label: text.dateStart, nullable: true }),
  apply_date_expired: datetime({ label: text.dateExpired, nullable: true }),
};

/** The fields of the list of each type. Contract: docs/contract/tickets.md, section 2. */
export const typedFields: Readonly<Record<TicketType, Readonly<Record<string, Field>>>> = {
  apply_asset: {
    ...start,
    type,
    ...assetRequestFields,
    ...rest,
    state,
    applicant: applicantText,
    ...end,
    apply_permission_name: textField({ label: text.permissionName, readOnly: true }),
    ...periodFields,
    ...stamps("date_created", "date_updated"),
  },
  command_confirm: {
    ...start,
    ...rest,
    type,
    state,
    applicant: applicantText,
    ...end,
    apply_run_user: relation({
      label: text.runUser,
      target: users,
      column: "apply_run_user_id",
      nullable: true,
    }),
    apply_run_asset: textField({ label: text.runAsset, maxLength: 128 }),
    apply_run_account: textField({ label: text.runAccount, maxLength: 128 }),
    apply_run_command: textField({ label: text.runCommand, maxLength: 4096 }),
    apply_from_session: computed({
      label: text.session,
      type: "object_related_field",
      columns: ["apply_from_session_id"],
      present: ({ apply_from_session_id: id }) => (id === null ? null : { id: String(id) }),
    }),
    apply_from_cmd_filter_acl: snapshotRelation(
      text.filterRule,
      "apply_from_cmd_filter_acl_id",
      "apply_from_cmd_filter_acl",
    ),
    ...stamps("date_created", "date_updated"),
  },
  login_confirm: {
    ...start,
    ...rest,
    type,
    state,
    applicant: applicantText,
    ...end,
    apply_login_ip: textField({ label: text.loginIp }),
    apply_login_city: textField({ label: text.loginCity, maxLength: 64 }),
    ...stamps("date_created", "date_updated"),
    apply_login_datetime: datetime({ label: text.loginTime, nullable: true }),
  },
  login_asset_confirm: {
    ...start,
    ...rest,
    type,
    state,
    applicant: applicantText,
    ...end,
    apply_login_user: relation({
      label: text.loginUser,
      target: users,
      column: "apply_login_user_id",
      nullable: true,
    }),
    apply_login_asset: relation({
      label: text.loginAsset,
      target: assets,
      column: "apply_login_asset_id",
      nullable: true,
    }),
    apply_login_account: textField({ label: text.loginAccount, maxLength: 128 }),
    approval_expires: datetime({
      label: text.approvalExpires,
      nullable: true,
      readOnly: true,
      isUndescribed: true,
    }),
    ...emergency,
    ...stamps("date_created", "date_updated"),
  },
};
