import { describe, expect, test } from "vitest";
import type { Row } from "../../kit/metadata/types.ts";
import { messageBlocks, unescaped } from "./detail/message-text.tsx";
import { levelsOf, readRules, writeRules } from "./flows/flow.ts";
import { usualTime } from "./request/usual-time.ts";
import { currentStep, isApplicant, isLastStep, mayDecide, relationText, ticketPath } from "./ticket.ts";

const step = (level: number, state: string, assignees: readonly string[]): Row => ({
  approval_level: level,
  state,
  assignees,
  assignees_display: assignees.map((name) => `${name}(${name})`),
  processor: state === "pending" ? "" : assignees[0],
  processor_display: "",
  approval_date: null,
});

const ticket = (more: Row = {}): Row => ({
  id: "t1",
  type: { value: "apply_asset", label: "x" },
  status: { value: "open", label: "x" },
  state: { value: "pending", label: "x" },
  approval_step: { value: 2, label: "x" },
  process_map: [step(1, "approved", ["bob"]), step(2, "pending", ["ada", "root"])],
  ...more,
});

describe("who decides", () => {
  test("only those of the current step, and nobody once it is over", () => {
    expect(mayDecide(ticket(), { id: "ada" })).toBe(true);
    expect(mayDecide(ticket(), { id: "bob" })).toBe(false);
    expect(mayDecide(ticket({ status: { value: "closed", label: "x" } }), { id: "ada" })).toBe(false);
  });

  test("the last step is the one that grants", () => {
    expect(isLastStep(ticket())).toBe(true);
    expect(isLastStep(ticket({ approval_step: 1 }))).toBe(false);
    expect(currentStep(ticket({ approval_step: { value: 1, label: "x" } }))?.level).toBe(1);
  });

  test("the applicant is known by id, and by name where an answer has only that", () => {
    const me = { id: "ada", name: "Ada", username: "ada", perms: [] };
    expect(isApplicant(ticket({ applicant: { id: "ada", name: "Someone" } }), me)).toBe(true);
    expect(isApplicant(ticket({ applicant: "Ada(ada)" }), me)).toBe(true);
    expect(isApplicant(ticket({ applicant: "Bob(bob)" }), me)).toBe(false);
  });
});

test("every type has its page, an unknown one has none", () => {
  const path = (type: string) => ticketPath(ticket({ type }));
  expect(path("apply_asset")).toBe("/tickets/request-host-perm/t1");
  expect(path("login_confirm")).toBe("/tickets/login-confirm/t1");
  expect(path("login_asset_confirm")).toBe("/tickets/login-host-confirm/t1");
  expect(path("command_confirm")).toBe("/tickets/command-confirm/t1");
  expect(path("toString")).toBeUndefined();
});

test("what is gone is called what it was called when the ticket was made", () => {
  const gone = ticket({ apply_login_asset: null, rel_snapshot: { apply_login_asset: "db-01(192.0.2.7)" } });
  expect(relationText(gone, "apply_login_asset")).toBe("db-01(192.0.2.7)");
});

test("access is asked for as long as the installation says, seven days unless it says", () => {
  const day = 86_400_000;
  expect(usualTime({})).toBe(7 * day);
  expect(usualTime({ TICKET_AUTHORIZE_DEFAULT_TIME: 2, TICKET_AUTHORIZE_DEFAULT_TIME_UNIT: "day" })).toBe(
    2 * day,
  );
  expect(usualTime({ TICKET_AUTHORIZE_DEFAULT_TIME: 4, TICKET_AUTHORIZE_DEFAULT_TIME_UNIT: "hour" })).toBe(
    day / 6,
  );
});

test("rules of a flow are cut to its levels, and users of another strategy are not sent", () => {
  const rules = readRules([
    { strategy: { value: "custom_user", label: "x" }, assignees_read_only: ["u1"] },
    { strategy: "org_admin", assignees_read_only: [] },
  ]);
  expect(writeRules(rules, 1)).toEqual([{ strategy: "custom_user", assignees: ["u1"] }]);
  expect(writeRules([{ strategy: "org_admin", assignees: ["u1"] }], 2)).toEqual([
    { strategy: "org_admin", assignees: [] },
    { strategy: "super_admin", assignees: [] },
  ]);
  expect([levelsOf({ value: 2, label: "x" }), levelsOf(1), levelsOf(undefined)]).toEqual([2, 1, 1]);
});

test("a state message is paragraphs and tables of changes", () => {
  const text = "Ada **approved** the ticket\n\n| Field | Before |\n|---|---|\n| Until | a \\| b |\n\nThe end";
  expect(messageBlocks(text)).toEqual([
    { type: "text", lines: ["Ada **approved** the ticket"] },
    { type: "table", head: ["Field", "Before"], rows: [["Until", "a \\| b"]] },
    { type: "text", lines: ["The end"] },
  ]);
  expect(unescaped("Ada\\(ada\\) a \\| b C:\\Temp")).toBe("Ada(ada) a | b C:\\Temp");
});
