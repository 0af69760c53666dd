import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { posixAccountsScript, readPosixAccounts } from "./posix-accounts.ts";

const word = "w0rd";
const printed = (passwd: string, last = "", zone = "+0200"): string =>
  `@@${word} passwd\n${passwd}\n@@${word} zone\n${zone}\n@@${word} last\n${last}\n`;

describe("the accounts of a POSIX machine", () => {
  it("are those somebody can sign in as, with when and where from they last did", () => {
    const passwd = [
      "root:x:0:0:root:/root:/bin/bash",
      "daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin",
      "sync:x:4:65534:sync:/bin:/bin/sync",
      "mei:x:1000:1000:Mei,,,:/export/mei:/bin/zsh",
      "svc:x:1001:1001::/srv:",
      "lin:x:1002:1002::/export/lin:/bin/sh",
    ].join("\n");
    const last = [
      "mei      pts/1        2001:db8::7      Fri Mar  1 10:00:00 2024   still logged in",
      "mei      pts/0        10.0.0.9         Thu Feb 29 09:00:00 2024 - Thu Feb 29 10:00:00 2024  (01:00)",
      "root     tty1                          Wed Jan 10 08:30:00 2024 - crash  (00:30)",
      "reboot   system boot  6.1.0-18-amd64   Wed Jan 10 08:29:00 2024   still running",
    ].join("\n");
    expect(readPosixAccounts(printed(passwd, last), word)).toEqual([
      { username: "root", date: "2024-01-10T06:30:00.000Z", address: "" },
      { username: "mei", date: "2024-03-01T08:00:00.000Z", address: "2001:db8::7" },
      { username: "svc", date: "", address: "" },
      { username: "lin", date: "", address: "" },
    ]);
  });

  it("are plain, each once and few enough, whatever a machine prints", () => {
    const bad = [
      "x y:x:1:1::/:/bin/sh",
      "\u001b[2J:x:1:1::/:/bin/sh",
      "a:x:no:1::/:/bin/sh",
      ":x:1:1::/:",
      "mei",
    ];
    expect(readPosixAccounts(printed(bad.join("\n")), word)).toEqual([]);
    const many = Array.from({ length: 9_000 }, (_, at) => `u${at}:x:${at}:1::/:/bin/sh`).join("\n");
    expect(readPosixAccounts(printed(many), word)).toHaveLength(2_000);
    expect(readPosixAccounts(printed("a:x:1:1::/:/bin/sh\na:x:2:1::/:/bin/sh"), word)).toHaveLength(1);
    // Sections of another word are the machine's own.
    expect(readPosixAccounts("@@other passwd\nroot:x:0:0::/:/bin/sh\n", word)).toEqual([]);
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (passwd, last, zone) => {
        for (const { username, date } of readPosixAccounts(printed(passwd, last, zone), word)) {
          expect(username).toMatch(/^[\w.@\\$+-]{1,128}$/);
          expect(date === "" || !Number.isNaN(Date.parse(date))).toBe(true);
        }
      }),
    );
  });

  it("are asked for by a script that nothing said by anybody is part of", () => {
    const script = posixAccountsScript("abc123");
    expect(script.replaceAll("abc123", "")).toBe(posixAccountsScript("zzz").replaceAll("zzz", ""));
  });
});
