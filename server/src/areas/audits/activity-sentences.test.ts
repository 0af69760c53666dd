import { describe, expect, it } from "vitest";
import { type ActivityRow, activitySentence, spelledOut } from "./activity-sentences.ts";

const session: ActivityRow = {
  id: "1",
  kind: "S",
  at: new Date(0),
  user: "Li Mei(mei)",
  action: "",
  succeeded: true,
  address: "192.0.2.10",
  object: "web-01(10.0.0.5)",
  account: "deploy(deploy)",
  protocol: "ssh",
};

describe("the sentence of an activity", () => {
  it("says who connected to what, as whom, how and from where", () => {
    expect(activitySentence(session, "en")).toBe(
      "Li Mei (mei) connected to web-01 (10.0.0.5) as deploy over SSH from 192.0.2.10.",
    );
    expect(activitySentence(session, "zh")).toBe(
      "Li Mei (mei) 从 192.0.2.10 通过 SSH 以 deploy 连接了 web-01 (10.0.0.5)。",
    );
    expect(activitySentence(session, "ja")).toBe(
      "Li Mei (mei) が 192.0.2.10 から SSH で web-01 (10.0.0.5) に deploy として接続しました。",
    );
  });

  it("claims no connection that was not established", () => {
    expect(activitySentence({ ...session, succeeded: false }, "en")).toBe(
      "Li Mei (mei) tried to connect to web-01 (10.0.0.5) as deploy over SSH from 192.0.2.10. The connection was not established.",
    );
  });

  it("tells operations by what was done, and says when an address is not known", () => {
    const operation = { ...session, kind: "O", object: "Ops" } as const;
    expect(activitySentence({ ...operation, action: "update" }, "en")).toBe(
      'Li Mei (mei) updated "Ops" from 192.0.2.10.',
    );
    expect(activitySentence({ ...operation, action: "delete", address: "" }, "en")).toBe(
      'Li Mei (mei) deleted "Ops" from an unknown address.',
    );
    expect(activitySentence({ ...operation, action: "rotate" }, "ja")).toBe(
      "Li Mei (mei) が 192.0.2.10 から「Ops」に対して「rotate」を実行しました。",
    );
  });

  it("says why a sign-in failed", () => {
    const failed = { ...session, kind: "L", succeeded: false, action: "password_failed" } as const;
    expect(activitySentence(failed, "en")).toBe(
      "A sign-in as Li Mei (mei) from 192.0.2.10 failed: Wrong username or password.",
    );
    expect(activitySentence({ ...failed, succeeded: true, action: "" }, "en")).toBe(
      "Li Mei (mei) signed in from 192.0.2.10.",
    );
  });

  it("writes a name once where the user name is the same", () => {
    expect([
      spelledOut("deploy(deploy)"),
      spelledOut("Ops(deploy)"),
      spelledOut("a (b) c"),
      spelledOut(""),
    ]).toEqual(["deploy", "Ops (deploy)", "a (b) c", ""]);
  });
});
