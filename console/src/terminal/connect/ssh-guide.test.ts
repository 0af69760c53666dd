import { describe, expect, it } from "vitest";
import { readLaunch, sshCommand } from "./ssh-guide.ts";

const link = (launch: unknown): string => `jms://${btoa(JSON.stringify(launch))}`;

describe("the guide for SSH clients", () => {
  it("reads what a client is started with", () => {
    const launch = { value: "secret", endpoint: { host: "access.example.com", port: 2222 } };
    expect(readLaunch("1-2", link(launch))).toEqual({
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
    expect(sshCommand({ host: "access.example.com", port: 2222 }, "JMS-1")).toBe(
      "ssh -p 2222 JMS-1@access.example.com",
    );
    expect(sshCommand({ host: "access.example.com", port: 22 }, "ada#my root#1")).toBe(
      "ssh 'ada#my root#1'@access.example.com",
    );
  });
});
