import { describe, expect, it } from "vitest";
import { clientCommand, readLaunch, withCommand } from "./client-launch.ts";

const link = (launch: unknown): string => `jms://${btoa(JSON.stringify(launch))}`;

describe("programs of the person's own", () => {
  it("reads what a client is started with", () => {
    const launch = { value: "secret", endpoint: { host: "access.example.com", port: 2222 } };
    expect(readLaunch("1-2", link(launch))).toEqual({
      link: link(launch),
      host: "access.example.com",
      port: 2222,
      username: "JMS-1-2",
      password: "secret",
    });
    for (const broken of ["jms://?", "jms://", link({}), link({ value: 5, endpoint: { host: "x" } })]) {
      expect(readLaunch("1-2", broken)).toBeNull();
    }
  });

  it("writes the command", () => {
    expect(clientCommand("ssh", { host: "access.example.com", port: 2222 }, "JMS-1")).toBe(
      "ssh -p 2222 JMS-1@access.example.com",
    );
    expect(clientCommand("ssh", { host: "access.example.com", port: 22 }, "ada#my root#1")).toBe(
      "ssh 'ada#my root#1'@access.example.com",
    );
    expect(clientCommand("sftp", { host: "::1", port: 2222 }, "JMS-1")).toBe("sftp -P 2222 JMS-1@[::1]");
  });

  it("puts the command into the link, whatever letters are in it", () => {
    const changed = withCommand(link({ value: "secret", command: "" }), "ssh 'ä中'@host");
    const bytes = Uint8Array.from(atob(changed.slice("jms://".length)), (sign) => sign.charCodeAt(0));
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({
      value: "secret",
      command: "ssh 'ä中'@host",
    });
    expect(withCommand("jms://?", "ssh")).toBe("jms://?");
  });
});
