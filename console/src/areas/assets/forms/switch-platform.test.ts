import { expect, test } from "vitest";
import { switchPlatform } from "./switch-platform.ts";

const LINUX = {
  id: 1,
  name: "Linux",
  protocols: [
    { name: "ssh", port: 22, primary: true },
    { name: "sftp", port: 22 },
    { name: "vnc", port: 5900 },
  ],
};
const BARE = {
  id: 2,
  name: "Bare",
  custom_fields: [{ name: "berth" }, { name: "crane" }],
  protocols: [
    { name: "ssh", port: 2022, primary: true },
    { name: "vnc", port: 5901 },
    { name: "rdp", port: 3389, default: true },
  ],
};

test("another platform keeps what it offers: changed ports as they are, others as it has them", () => {
  const entries = {
    name: "web-01",
    protocols: [
      { name: "ssh", port: 22 },
      { name: "sftp", port: 22 },
      { name: "vnc", port: 5999 },
    ],
  };
  const { draft, dropped } = switchPlatform(entries, LINUX, BARE);
  expect(draft).toMatchObject({ name: "web-01", platform: { value: 2, label: "Bare" } });
  expect(draft.protocols).toMatchObject([
    { name: "ssh", port: 2022 },
    { name: "vnc", port: 5999 },
    { name: "rdp", port: 3389 },
  ]);
  expect(dropped).toEqual(["sftp"]);
});

test("of the fields of custom assets those stay that both platforms have", () => {
  const { draft } = switchPlatform({ protocols: [], custom_info: { berth: 7, pier: 1 } }, LINUX, BARE);
  expect(draft.custom_info).toEqual({ berth: 7 });
  expect("custom_info" in switchPlatform({ custom_info: { pier: 1 } }, LINUX, BARE).draft).toBe(false);
});
