import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { listen, startToolBed, type ToolBed, withPrograms } from "./testing/tool-bed.ts";

/** Why packets cannot be captured here; null where they can. */
function captureMissing(): string | null {
  if (!["/usr/bin/tcpdump", "/usr/sbin/tcpdump"].some((file) => existsSync(file))) return "no tcpdump here";
  return process.getuid?.() === 0 ? null : "not root";
}

describe("a capture", () => {
  let bed: ToolBed;
  beforeAll(async () => {
    bed = await startToolBed();
  });
  afterAll(() => bed?.close());

  /** A program in place of tcpdump; null: none. */
  const withProgram = (script: string | null, work: (folder: string) => Promise<void>) =>
    withPrograms(async (folder) => {
      if (script !== null) writeFileSync(join(folder, "tcpdump"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      await work(folder);
    });
  const capture = (more: Record<string, unknown> = {}) => bed.use({ tool_type: "tcpdump", ...more });

  it("says where the program is not installed, may not capture, or fails", async () => {
    await withProgram(null, async () => {
      expect(await capture()).toContain("Exception: The tcpdump program is not installed");
    });
    const refused = "lo: You don't have permission to perform this capture on that device";
    await withProgram(`echo "tcpdump: ${refused}" >&2; exit 1`, async () => {
      expect(await capture()).toContain("Exception: The server may not capture packets");
    });
    await withProgram('echo "tcpdump: no luck today" >&2; exit 1', async () => {
      expect(await capture()).toContain("Exception: The capture failed: tcpdump: no luck today");
    });
  });

  it("gives the program words that are made of addresses and numbers alone, none of which is an option", () =>
    withProgram(
      'echo "listening on lo" >&2; printf "%s\\n" "$@" > "$(/usr/bin/dirname "$0")/given"',
      async (folder) => {
        const said = await capture({
          interfaces: "lo",
          src_ips: "192.0.2.1,2001:db8::1",
          src_ports: "",
          dest_ips: ["192.0.2.8/31"],
          dest_ports: [443, "8443"],
        });
        expect(said).toContain(
          "Capturing the headers of TCP packets on lo\r\nFilter: ( src host 192.0.2.1 or",
        );
        expect(said).toContain("Done: 0 packets\r\n");
        const given = readFileSync(join(folder, "given"), "utf8").trim().replaceAll("\n", " ");
        expect(given.replace(/port \d+ \)$/, "port N )")).toBe(
          "-n -l -tttt -p -s 128 -i lo -- tcp and ( src host 192.0.2.1 or src host 2001:db8::1 ) and " +
            "( dst host 192.0.2.8 or dst host 192.0.2.9 ) and ( dst port 443 or dst port 8443 ) and " +
            "not ( host 127.0.0.1 and port N )",
        );
      },
    ));

  it.each([
    [{ interfaces: "-w/tmp/x" }, "There is no interface -w/tmp/x. The server has: "],
    [{ interfaces: ["lo", "no-such"] }, "There is no interface no-such"],
    [{ src_ips: "192.0.2.1 or port 1" }, "Filter by at most 64"],
    [{ dest_ips: "-r/etc/passwd" }, "Filter by at most 64"],
    [{ dest_ips: "192.0.2.0/25" }, "Filter by at most 64"],
    [{ src_ports: "1-2" }, "Filter by at most 64"],
    [{ dest_ports: Array.from({ length: 65 }, (_, index) => index + 1) }, "Filter by at most 64"],
    [{ src_ips: "no-such-machine.invalid" }, "no-such-machine.invalid: the name is not known"],
  ])("refuses %j", async (asked, why) => {
    const said = await capture(asked);
    expect(said).toMatch(/^Exception: /);
    expect(said).toContain(why);
  });

  it("shows headers, no more than some packets, and nothing of what they carry", () =>
    withProgram(
      [
        'echo "listening on any" >&2',
        'line="2026-01-02 03:04:05.600000 eth0  In  IP6 ::1.50 > 2001:db8::9.80: Flags [P.], seq 1:9, ack 1, win 5, length 8: HTTP: GET /secret"',
        'echo "$line"',
        'printf "\\tAuthorization: secret\\n"',
        'echo "2026-01-02 03:04:05.700000 IP 192.0.2.1 > 192.0.2.2: ICMP secret, length 9"',
        "i=1",
        'while [ $i -lt 1500 ]; do i=$((i+1)); echo "$line"; done',
      ].join("\n"),
      async () => {
        const said = await capture();
        expect(said).toContain(
          "on any\r\n[eth0][03:04:05.600000] [::1]:50 -> [2001:db8::9]:80 (tcp, 8 bytes)\r\n" +
            "  flags [p.], seq 1:9, ack 1, win 5\r\n",
        );
        expect(said).not.toContain("secret");
        expect(said.match(/ bytes\)/g)).toHaveLength(1_000);
        expect(said).toContain("The capture ends after 1000 packets.\r\n");
      },
    ));

  it("ends the program when the page leaves", () =>
    withProgram(
      'echo "listening on any" >&2; echo $$ > "$(/usr/bin/dirname "$0")/pid"; exec /bin/sleep 60',
      async (folder) => {
        const run = bed.begin({ tool_type: "tcpdump" });
        await run.said(/Capturing/);
        await vi.waitFor(() => expect(readFileSync(join(folder, "pid"), "utf8")).toMatch(/^\d+\n$/));
        const pid = readFileSync(join(folder, "pid"), "utf8").trim();
        expect(existsSync(`/proc/${pid}`)).toBe(true);
        run.socket.close();
        await run.over;
        await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false));
      },
    ));

  it.skipIf(captureMissing() !== null)("shows real packets of a connection as they pass", async () => {
    const { server, port } = await listen((socket) => socket.end("secret"));
    try {
      const run = bed.begin({ tool_type: "tcpdump", interfaces: ["lo"], dest_ports: [port] });
      await run.said(/Capturing the headers of TCP packets on lo/);
      connect(port, "127.0.0.1").resume();
      await run.said(
        new RegExp(
          `\\[lo\\]\\[[\\d:.]+\\] 127\\.0\\.0\\.1:\\d+ -> 127\\.0\\.0\\.1:${port} \\(tcp, 0 bytes\\)\\r\\n  flags \\[s\\]`,
        ),
      );
      run.socket.close();
      expect((await run.over).said).not.toContain("secret");
    } finally {
      server.close();
    }
  });
});
