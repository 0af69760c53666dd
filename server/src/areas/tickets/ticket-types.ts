import type { Choice } from "../../engine/resource/index.ts";
import { text } from "./texts.ts";

/** What a ticket asks for. */
export type TicketType = "apply_asset" | "login_confirm" | "command_confirm" | "login_asset_confirm";

/** What became of a ticket, or of one of its steps. */
export type TicketState = "pending" | "closed" | "reopen" | "approved" | "rejected";

/** The types with their names. */
export const typeChoices: readonly Choice<TicketType>[] = [
  { value: "apply_asset", label: text.applyAsset },
  { value: "login_confirm", label: text.loginConfirm },
  { value: "command_confirm", label: text.commandConfirm },
  { value: "login_asset_confirm", label: text.loginAssetConfirm },
];

/** The states with their names. */
export const stateChoices: readonly Choice<TicketState>[] = [
  { value: "pending", label: text.pending },
  { value: "closed", label: text.closed },
  { value: "reopen", label: text.reopen },
  { value: "approved", label: text.approved },
  { value: "rejected", label: text.rejected },
];

/** Whether a ticket still waits for somebody. */
export const statusChoices: readonly Choice<"open" | "closed">[] = [
  { value: "open", label: text.open },
  { value: "closed", label: text.finished },
];

/** How many levels a flow has. */
export const levelChoices: readonly Choice<number>[] = [
  { value: 1, label: text.oneLevel },
  { value: 2, label: text.twoLevels },
];

/** Who a level of a flow asks. */
export type Strategy = "org_admin" | "custom_user" | "super_admin" | "super_org_admin";

/** The strategies with their names. */
export const strategyChoices: readonly Choice<Strategy>[] = [
  { value: "org_admin", label: text.orgAdmin },
  { value: "custom_user", label: text.customUser },
  { value: "super_admin", label: text.superAdmin },
  { value: "super_org_admin", label: text.superOrgAdmin },
];
