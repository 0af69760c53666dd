import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { actionBits } from "../../permissions/index.ts";
import { type DesktopConnection, desktopOptions, rdpFile } from "./rdp-file.ts";

const everything = Object.values(actionBits).reduce((all, bit) => all | bit, 0);
const optionsOf = (query: string) => {
  const parameters = new URLSearchParams(query);
  return desktopOptions({ get: (name) => parameters.get(name) ?? undefined });
};
const connection = (changes: Partial<DesktopConnection> = {}): DesktopConnection => ({
  endpoint: { host: "gate.example", port: 3389 },
  tokenId: "9b2a6f0e-0000-4000-8000-000000000001",
  username: "mei",
  assetName: "front",
  actions: everything,
  isConsole: false,
  options: optionsOf(""),
  ...changes,
});
const linesOf = (file: { readonly content: string }) => file.content.trimEnd().split("\r\n");

describe("a file for a remote desktop client", () => {
  test("names the gateway, the person with the token, and no secret", () => {
    const file = rdpFile(connection());
    expect(file.name).toBe("mei-front-sallyport.rdp");
    expect(linesOf(file)).toEqual(
      expect.arrayContaining([
        "full address:s:gate.example:3389",
        "username:s:mei|9b2a6f0e-0000-4000-8000-000000000001",
        "prompt for credentials:i:1",
        "screen mode id:i:1",
        "dynamic resolution:i:1",
        "use multimon:i:0",
        "session bpp:i:32",
        "drivestoredirect:s:",
        "administrative session:i:0",
        "redirectclipboard:i:1",
      ]),
    );
    expect(file.content).not.toMatch(/password/i);
  });

  test("takes the window from the query", () => {
    const options = optionsOf("width=1280&height=720&full_screen=1&multi_mon=true&drives_redirect=1");
    const lines = linesOf(rdpFile(connection({ options, isConsole: true })));
    expect(lines).toEqual(
      expect.arrayContaining([
        "screen mode id:i:2",
        "desktopwidth:i:1280",
        "desktopheight:i:720",
        "dynamic resolution:i:0",
        "use multimon:i:1",
        "drivestoredirect:s:*",
        "administrative session:i:1",
      ]),
    );
  });

  test("redirects drives only for whoever may transfer in every way, and the clipboard for whoever may copy or paste", () => {
    const options = optionsOf("drives_redirect=1");
    const without = everything & ~actionBits.delete & ~actionBits.copy & ~actionBits.paste;
    const lines = linesOf(rdpFile(connection({ options, actions: without })));
    expect(lines).toContain("drivestoredirect:s:");
    expect(lines).toContain("redirectclipboard:i:0");
  });

  test("writes an address of IPv6 in brackets, and names that every system takes", () => {
    const file = rdpFile(
      connection({ endpoint: { host: "2001:db8::1", port: 3390 }, assetName: "a/b\\c.d" }),
    );
    expect(linesOf(file)).toContain("full address:s:[2001:db8::1]:3390");
    expect(file.name).toBe("mei-a_b_c_d-sallyport.rdp");
  });

  test("no name and no number adds a line or another key", () => {
    const count = linesOf(rdpFile(connection({ options: optionsOf("width=800&height=600") }))).length;
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ unit: "binary" }), (username, width, assetName) => {
        const options = desktopOptions({ get: (name) => (name === "width" ? width : undefined) });
        const file = rdpFile(connection({ username, assetName, options }));
        expect(linesOf(file).length).toBeLessThanOrEqual(count);
        expect(
          file.content.split(/[\r\n]+/).filter((line) => line !== "" && !/^[\w ]+:[si]:/.test(line)),
        ).toEqual([]);
        expect(file.name).not.toMatch(/[/\\]/);
      }),
      { numRuns: 50 },
    );
  });
});
