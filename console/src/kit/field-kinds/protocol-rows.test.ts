import { expect, test } from "vitest";
import { withMandatory, withoutProtocol, withProtocol } from "./protocol-rows.ts";

const SSH = { name: "ssh", port: 22, primary: true };
const SFTP = { name: "sftp", port: 22 };
const TELNET = { name: "telnet", port: 23, required: true };

test("an existing asset gets what its platform has come to demand, and keeps its ports", () => {
  expect(withMandatory([{ name: "ssh", port: 2222 }], [SSH, SFTP, TELNET])).toEqual([
    { name: "ssh", port: 2222 },
    TELNET,
  ]);
});

test("of a platform's protocols one is always primary; an asset's have no such mark", () => {
  const rows = [SSH, { ...SFTP, public: false }];
  expect(withoutProtocol(rows, 0, true)).toEqual([{ ...SFTP, primary: true, default: true, public: true }]);
  expect(withoutProtocol(rows, 1, true)).toEqual([SSH]);
  expect(withoutProtocol([SFTP, TELNET], 1, false)).toEqual([SFTP]);
});

test("the one made primary stands first and alone", () => {
  const next = withProtocol([SSH, SFTP], 1, { ...SFTP, primary: true });
  expect(next.map(({ name, primary }) => [name, primary])).toEqual([
    ["sftp", true],
    ["ssh", undefined],
  ]);
});
