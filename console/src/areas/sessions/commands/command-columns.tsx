import i18next from "i18next";
import { copyText } from "../../../kit/copy-text.ts";
import { toast } from "../../../kit/feedback.ts";
import type { ColumnPlan } from "../../../kit/list/columns.ts";
import type { Action } from "../../../kit/list/row-actions.tsx";
import type { Row } from "../../../kit/metadata/types.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { TimeText } from "../../../kit/time-text.tsx";
import { momentPath, SESSIONS } from "../resources.ts";
import { CommandDetails } from "./command-details.tsx";
import "./commands.css";

/** Number of a risk level; 0: nothing was wrong with the command. */
const riskOf = (row: Row): number => {
  const { risk_level: level } = row;
  return Number(typeof level === "object" && level !== null && "value" in level ? level.value : level);
};

/** The columns of commands; those of one session need not say whose they are. */
export function commandColumns(ofOneSession: boolean, maySeeSession: boolean): ColumnPlan {
  const whose = ofOneSession ? [] : ["user", "remote_addr", "asset", "account"];
  return {
    defaults: [
      "input",
      "risk_level",
      ...whose,
      ...(ofOneSession || !maySeeSession ? [] : ["session"]),
      "timestamp",
    ],
    always: ["input"],
    exclude: [
      "output",
      "command",
      "timestamp_display",
      "can_replay",
      "org_id",
      ...(maySeeSession ? [] : ["session"]),
    ],
    overrides: {
      input: { render: (row) => <code className="command-input">{valueText(row.input)}</code> },
      risk_level: {
        render: (row) =>
          riskOf(row) === 0 ? (
            <span className="calm-risk">{valueText(row.risk_level)}</span>
          ) : (
            <StatusMark good={false} text={valueText(row.risk_level)} />
          ),
      },
      session: {
        sortable: false,
        render: (row) => (
          <a
            href={`/ui${SESSIONS.routes.detail?.(String(row.session)) ?? ""}`}
            target="_blank"
            rel="noreferrer"
          >
            {i18next.t("commands:goto")}
          </a>
        ),
      },
      timestamp: { align: "left", render: (row) => <TimeText value={row.timestamp_display} /> },
    },
  };
}

/**
 * What can be done with a command. A recording is offered where there is one, and where the server does not say: a
 * command without a terminal has none.
 */
export function commandActions(row: Row, mayReplay: boolean): Action[] {
  return mayReplay && row.can_replay !== false
    ? [
        {
          key: "play",
          label: i18next.t("commands:play"),
          href: momentPath(String(row.session), Number(row.timestamp)),
        },
      ]
    : [];
}

/** What can be done with chosen commands. */
export function commandBulkActions(rows: readonly Row[]): Action[] {
  const copy = async (): Promise<void> => {
    const done = await copyText(rows.map((row) => valueText(row.command ?? row.input)).join("\n"));
    toast(done ? "success" : "error", i18next.t(done ? "commands:copied" : "commands:notCopied"));
  };
  return [{ key: "copy", label: i18next.t("commands:copy"), run: () => void copy() }];
}

/** The whole of a command, with what it put out. */
export const commandDetails = (row: Row) => <CommandDetails row={row} />;
