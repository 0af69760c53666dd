import { describe, expect, it } from "vitest";
import type { GrantedAccount } from "../api/types.ts";
import { groupAccounts, needsSecret, preselectedAccount } from "./account-groups.ts";

const account = (name: string, change: Partial<GrantedAccount> = {}): GrantedAccount => ({
  id: `id-${name}`,
  alias: name,
  name,
  username: name,
  has_secret: true,
  actions: ["connect"],
  ...change,
});

const accounts = [
  account("zoe"),
  account("@ANON", { has_secret: false }),
  account("@USER", { has_secret: false }),
  account("web", { has_secret: false }),
  account("root", { has_secret: false }),
  account("ann"),
  account("@INPUT", { has_secret: false, name: "Manual input" }),
  account("locked", { actions: [] }),
];

const names = (groups: ReturnType<typeof groupAccounts>) =>
  groups.map((group) => [group.name, ...group.accounts.map((entry) => entry.alias)]);

describe("account groups", () => {
  it("orders the headings and what stands under them", () => {
    expect(names(groupAccounts(accounts, "zoe", "host"))).toEqual([
      ["last", "zoe"],
      ["withSecret", "ann"],
      ["manual", "root", "web", "@USER", "@INPUT"],
    ]);
  });

  it("offers the anonymous account for web and custom assets only", () => {
    expect(names(groupAccounts(accounts, undefined, "web")).at(-1)).toEqual(["special", "@ANON"]);
    expect(names(groupAccounts(accounts, "@ANON", "host")).flat()).not.toContain("@ANON");
    expect(names(groupAccounts(accounts, "@ANON", "custom"))[0]).toEqual(["last", "@ANON"]);
  });

  it("never lists an account twice, nor one without actions", () => {
    const all = groupAccounts(accounts, "root", "custom").flatMap((group) => group.accounts);
    expect(new Set(all.map((entry) => entry.id)).size).toBe(all.length);
    expect(all.some((entry) => entry.alias === "locked")).toBe(false);
  });

  it("ignores a last account that is no longer granted", () => {
    expect(groupAccounts(accounts, "gone", "host")[0]?.name).toBe("withSecret");
    expect(groupAccounts([], "gone", "host")).toEqual([]);
  });

  it("preselects the wished account, else the first", () => {
    const groups = groupAccounts(accounts, "zoe", "host");
    expect(preselectedAccount(groups, "id-web")?.alias).toBe("web");
    expect(preselectedAccount(groups, "id-none")?.alias).toBe("zoe");
    expect(preselectedAccount([], undefined)).toBeUndefined();
  });

  it("asks for a secret only where none is stored", () => {
    expect(accounts.filter((entry) => needsSecret(entry, "ssh")).map((entry) => entry.alias)).toEqual([
      "@USER",
      "web",
      "root",
      "@INPUT",
    ]);
  });

  it("asks for the secret of an account that has a certificate alone where no certificate is taken", () => {
    const certified = account("deploy", { certificate_only: true });
    expect(["ssh", "sftp", "telnet", "rdp"].map((protocol) => needsSecret(certified, protocol))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(needsSecret(account("deploy", { certificate_only: false }), "rdp")).toBe(false);
  });
});
