import { expect, test } from "vitest";
import { translate } from "../../../engine/i18n/index.ts";
import { appliedFacts, type ToldTicket } from "./applied-facts.ts";

const told = (changes: Partial<ToldTicket>): ToldTicket =>
  ({
    type: "apply_asset",
    rel_snapshot: { apply_assets: ["web-01(192.0.2.1)"] },
    apply_accounts: [],
    apply_actions: 0,
    apply_date_start: null,
    apply_date_expired: null,
    ...changes,
  }) as ToldTicket;

const values = (ticket: ToldTicket, language: "en" | "zh" | "ja") =>
  appliedFacts(ticket, String).map(([, value]) =>
    typeof value === "string" ? value : translate(value, language),
  );

test("accounts and actions are told in the reader's language", () => {
  const ticket = told({ apply_accounts: ["@ALL", "@SPEC", "root"], apply_actions: 3 });
  expect(values(ticket, "en")).toEqual([
    "web-01(192.0.2.1)",
    "All accounts, root",
    "Connect (All protocols), Upload (RDP, SFTP)",
  ]);
  expect(values(ticket, "zh")).toEqual([
    "web-01(192.0.2.1)",
    "所有账号, root",
    "连接（所有协议）, 上传（RDP、SFTP）",
  ]);
});

test("an account that is called like something else is itself; what is not said is left out", () => {
  expect(values(told({ apply_accounts: ["constructor", "@nobody"] }), "ja")).toEqual([
    "web-01(192.0.2.1)",
    "constructor, @nobody",
  ]);
});
