import { sql } from "kysely";
import { permission } from "../../../engine/access/index.ts";
import type { RouteDeclaration } from "../../../engine/http/index.ts";
import { text as common, type Translations, translate } from "../../../engine/i18n/index.ts";
import {
  computed,
  custom,
  text as line,
  relation,
  scopedList,
  uuid,
  writeInstant,
} from "../../../engine/resource/index.ts";
import { accountsTable } from "../../accounts/index.ts";
import { namedAsset } from "../../assets/index.ts";
import { organizationsTable } from "../../organizations/index.ts";
import { formerTrustsTable } from "../../ssh-authority/index.ts";
import { text } from "./texts.ts";

/** What is known of an account `t` and former keys: the one it signs in by first. */
const trust = (column: "state" | "problem" | "date_tried") => sql`(
  select ${sql.ref(`f.${column}`)} from ${formerTrustsTable} f where f.account_id = t.id order by f.state desc limit 1
)`;

const states = ["waiting", "proved"] as const;

/** Accounts that trust former keys of the authority, and why they still do. */
export const trustsList: RouteDeclaration = scopedList({
  path: "/api/v1/sallyport/ssh-authority/accounts/",
  access: permission("settings.change_terminal"),
  rows: {
    label: text.account,
    title: "SSH Authority Account",
    scope: "global",
    table: accountsTable.name,
    fieldOrder: "declared",
    fields: {
      id: uuid({ label: common.id }),
      name: line({ label: common.name }),
      username: line({ label: text.username }),
      asset: relation({
        label: text.asset,
        column: "asset_id",
        target: namedAsset,
      }),
      org_name: computed({
        label: text.organization,
        type: "string",
        select: () => sql`(select o.name from ${organizationsTable} o where o.id = t.org_id)`,
        present: ({ org_name: name }) => (typeof name === "string" ? name : ""),
      }),
      state: computed({
        label: text.state,
        type: "labeled_choice",
        select: () => trust("state"),
        present: ({ state }, { language }) => ({
          value: String(state),
          label: translate(state === "proved" ? text.proved : text.waiting, language),
        }),
      }),
      problem: computed({
        label: text.problem,
        type: "string",
        select: () => trust("problem"),
        present: ({ problem }, { language }) => (problem as Translations | null)?.[language] ?? "",
      }),
      date_tried: computed({
        label: text.dateTried,
        type: "datetime",
        select: () => trust("date_tried"),
        present: ({ date_tried: at }, { timeZone }) =>
          at instanceof Date ? writeInstant(at, timeZone) : null,
      }),
    },
    filters: {
      state: custom((value) =>
        states.some((one) => one === value)
          ? sql<boolean>`exists (select from ${formerTrustsTable} f where f.account_id = t.id and f.state = ${value})`
          : sql<boolean>`false`,
      ),
    },
    search: ["t.name", "t.username"],
    order: { by: ["name", "username"], default: ["name"] },
  },
  within: async () => sql<boolean>`exists (select from ${formerTrustsTable} f where f.account_id = t.id)`,
});
