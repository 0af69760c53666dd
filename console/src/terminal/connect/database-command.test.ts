import { describe, expect, it } from "vitest";
import { databaseCommand } from "./database-command.ts";
import { desktopQuery, mayShareDrives } from "./desktop-guide.tsx";

const server = { host: "gate.example", port: 33061 };
const signIn = { tokenId: "1-2", password: "s3cret", database: "app" };

describe("clients of databases", () => {
  it.each([
    ["mysql", "mysql -h gate.example -P 33061 -u 1-2 -p app"],
    ["mariadb", "mysql -h gate.example -P 33061 -u 1-2 -p app"],
    ["postgresql", "psql -h gate.example -p 33061 -U 1-2 -d app"],
    ["redis", "redis-cli -h gate.example -p 33061 -a 1-2@s3cret"],
    ["oracle", "sqlplus 1-2/s3cret@gate.example:33061/app"],
    ["mongodb", undefined],
  ])("%s is connected to by %s", (protocol, command) => {
    expect(databaseCommand(protocol, server, signIn)).toBe(command);
  });

  it("a name of a database is one word, and no part of the command", () => {
    const hostile = { ...signIn, database: "a'; rm -rf ~ #" };
    expect(databaseCommand("mysql", server, hostile)).toMatch(/ -p 'a'\\''; rm -rf ~ #'$/);
    expect(databaseCommand("oracle", server, hostile)).toMatch(/^sqlplus '1-2\/s3cret@.*'$/);
    expect(databaseCommand("mysql", server, { ...signIn, database: "" })).toMatch(/ -p$/);
    expect(databaseCommand("oracle", { host: "::1", port: 30000 }, signIn)).toContain("[::1]:30000/app");
  });
});

describe("clients of desktops", () => {
  const token = (...actions: string[]) => ({
    id: "1",
    asset: { id: "a", name: "win" },
    account: "admin",
    protocol: "rdp",
    actions,
  });

  it("are told how the desktop is to be shown, by what is set alone", () => {
    const none = { isFullScreen: false, usesAllMonitors: false, sharesDrives: false };
    const sent = (query: object) => JSON.parse(JSON.stringify(query));
    expect(sent(desktopQuery(none, "Auto"))).toEqual({});
    expect(
      sent(desktopQuery({ isFullScreen: true, usesAllMonitors: true, sharesDrives: true }, "1024x768")),
    ).toEqual({ width: "1024", height: "768", full_screen: 1, multi_mon: 1, drives_redirect: 1 });
  });

  it("get drives where files may go in every direction", () => {
    expect(mayShareDrives(token("connect", "upload", "download", "delete"))).toBe(true);
    expect(mayShareDrives(token("connect", "upload", "download"))).toBe(false);
    const labeled = ["upload", "download", "delete"].map((value) => ({ value, label: value }));
    expect(mayShareDrives({ ...token(), actions: labeled })).toBe(true);
  });
});
