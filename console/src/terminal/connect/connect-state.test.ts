import { describe, expect, it } from "vitest";
import type { ConnectMethod, ConnectMethods, GrantedAccount, GrantedAsset } from "../api/types.ts";
import {
  autoLoginPossible,
  type ConnectChoice,
  clientKind,
  componentOf,
  componentsFor,
  connectObstacle,
  domainOf,
  initialChoice,
  offeredMethods,
  offeredProtocols,
  offersFiles,
  rememberedFrom,
  tokenRequest,
  withProtocol,
} from "./connect-state.ts";
import { parseChoice } from "./remembered-choice.ts";

const gui = (component: string): ConnectMethod => ({
  value: "web_gui",
  label: "Web GUI",
  type: "web",
  component,
});
const webCli: ConnectMethod = { value: "web_cli", label: "Web CLI", type: "web", component: "koko" };
const guide: ConnectMethod = { value: "ssh_guide", label: "SSH Guide", type: "native", component: "koko" };
const client: ConnectMethod = { value: "ssh_client", label: "SSH", type: "native", component: "koko" };
const methods: ConnectMethods = {
  ssh: [webCli, client, { value: "vnc_client", label: "VNC", type: "native", component: "other" }, guide],
  telnet: [webCli],
  vnc: [gui("lion")],
  rdp: [gui("lion"), { value: "mstsc", label: "Remote Desktop", type: "native", component: "razor" }],
  mysql: [gui("chen"), { value: "db_guide", label: "DB Guide", type: "native", component: "magnus" }],
  k8s: [gui("koko"), gui("constructor"), { ...gui("lion"), type: "applet" }],
  sftp: [{ value: "web_sftp", label: "Web SFTP", type: "web", component: "koko" }],
};
const asset: GrantedAsset = {
  id: "a1",
  name: "web-1",
  address: "10.0.0.1",
  is_active: true,
  category: { value: "host", label: "Host" },
  type: { value: "linux", label: "Linux" },
  protocols: [
    { name: "ssh", port: 22 },
    { name: "telnet", port: 23 },
    { name: "winrm", port: 5985, public: false },
  ],
};
const root: GrantedAccount = {
  id: "1",
  alias: "root",
  name: "root",
  username: "root",
  has_secret: true,
  actions: ["connect"],
};
const manual: GrantedAccount = { ...root, id: "2", alias: "@INPUT", username: "@INPUT", has_secret: false };

const choice = (change: Partial<ConnectChoice> = {}): ConnectChoice => ({
  ...initialChoice({ asset, methods, remembered: undefined, account: root, backspaceAsCtrlH: false }),
  ...change,
});

describe("connect dialog", () => {
  it("offers public protocols, and SSH where there is none", () => {
    expect(offeredProtocols(asset).map(({ name }) => name)).toEqual(["ssh", "telnet"]);
    expect(offeredProtocols({ ...asset, protocols: [] })).toMatchObject([{ name: "ssh", port: 22 }]);
  });

  it("offers only what this page can open", () => {
    expect(offeredMethods(methods, "ssh")).toEqual([webCli, client, guide]);
    expect(offeredMethods(methods, "sftp").map(({ value }) => value)).toEqual(["web_sftp"]);
    expect(offeredMethods(methods, "vnc").map(componentOf)).toEqual(["lion"]);
    expect(offeredMethods(methods, "rdp").map(({ value }) => value)).toEqual(["web_gui", "mstsc"]);
    expect(offeredMethods(methods, "k8s")).toEqual([]);
    expect(offeredMethods(methods, "winrm")).toEqual([]);
  });

  it("knows what a program connects to, and which components open a protocol", () => {
    expect(
      ["ssh_guide", "sftp_client", "db_client", "db_guide", "mstsc", "web_gui", "valueOf"].map(clientKind),
    ).toEqual(["ssh", "sftp", "database", "database", "desktop", undefined, undefined]);
    expect([
      componentsFor("mysql"),
      componentsFor("rdp"),
      componentsFor("chatgpt"),
      componentsFor("k8s"),
    ]).toEqual([["chen", "magnus"], ["lion", "razor"], ["kael"], []]);
  });

  it("sends the options that apply, and no others", () => {
    const sent = (change: Partial<ConnectChoice>, method: ConnectMethod) =>
      tokenRequest(choice(change), { assetId: "a1", account: root, method, ownUsername: "me" }, "")
        .connect_options;
    expect(sent({ protocol: "rdp", resolution: "1024x768", charset: "gbk" }, gui("lion"))).toEqual({
      resolution: "1024x768",
    });
    expect(sent({ protocol: "vnc" }, gui("lion"))).toEqual({});
    expect(sent({ protocol: "mysql", isCompletionOff: true }, gui("chen"))).toEqual({});
    expect(sent({ protocol: "mysql", isCompletionOff: true }, webCli)).toEqual({
      disableautohash: true,
      backspaceAsCtrlH: false,
    });
    // To components any value means yes.
    expect(sent({ protocol: "mariadb" }, webCli)).toEqual({ backspaceAsCtrlH: false });
  });

  it("takes the size of desktops from the choice before, else from the setting, where it is one", () => {
    const size = (remembered: unknown, resolution?: unknown) =>
      initialChoice({
        asset,
        methods,
        remembered: { ...rememberedFrom(choice(), root, webCli), connectOptions: { resolution: remembered } },
        account: root,
        backspaceAsCtrlH: false,
        resolution,
      }).resolution;
    expect([size("1024x768", "1600x900"), size(undefined, "1600x900"), size("9x9", "7x7")]).toEqual([
      "1024x768",
      "1600x900",
      "Auto",
    ]);
  });

  it("signs desktops in to the domain of the asset, where there is one", () => {
    const rdp = (ad_domain: unknown) => ({
      ...asset,
      protocols: [{ name: "rdp", port: 3389, setting: { ad_domain } }],
    });
    expect([
      domainOf(rdp("corp.example"), "rdp"),
      domainOf(rdp(""), "rdp"),
      domainOf(rdp("x"), "ssh"),
    ]).toEqual(["corp.example", undefined, undefined]);
  });

  it("selects the first method when the protocol changes", () => {
    expect(withProtocol(choice(), methods, "telnet").method).toBe("web_cli");
    expect(withProtocol(choice(), methods, "sftp").method).toBe("web_sftp");
    expect(withProtocol(choice(), methods, "vnc").method).toBe("web_gui");
    expect(withProtocol(choice(), methods, "k8s").method).toBeUndefined();
  });

  it("names what is missing, in order", () => {
    expect(connectObstacle(choice(), undefined, webCli, false)).toBe("account");
    expect(connectObstacle(choice(), root, undefined, false)).toBe("method");
    expect(connectObstacle(choice(), root, { ...webCli, disabled: true }, false)).toBe("method");
    expect(connectObstacle(choice(), manual, webCli, true)).toBe("username");
    expect(connectObstacle(choice({ username: "ann" }), manual, webCli, false)).toBe("secret");
    expect(connectObstacle(choice({ username: "ann" }), manual, webCli, true)).toBeUndefined();
    expect(connectObstacle(choice(), root, webCli, false)).toBeUndefined();
  });

  it("sends the typed name for the manual account, the own one for @USER, the account's otherwise", () => {
    const context = { assetId: "a1", method: webCli, ownUsername: "me" };
    expect(tokenRequest(choice({ username: " ann " }), { ...context, account: manual }, "x")).toMatchObject({
      account: "@INPUT",
      input_username: "ann",
      input_secret: "x",
      connect_method: "web_cli",
    });
    const same = { ...manual, alias: "@USER" };
    expect(tokenRequest(choice(), { ...context, account: same }, "x").input_username).toBe("me");
    const stored = tokenRequest(choice(), { ...context, account: root }, "x");
    expect(stored).toMatchObject({ input_username: "root", input_secret: "" });
    // A certificate is good for SSH alone.
    const certified = { ...context, account: { ...root, certificate_only: true } };
    const sent = (protocol: string) => tokenRequest(choice({ protocol }), certified, "x").input_secret;
    expect(["ssh", "sftp", "telnet", "vnc"].map(sent)).toEqual(["", "", "x", "x"]);
  });

  it("leads to files where the asset has them and something opens them", () => {
    const sftp: ConnectMethods = { ...methods, sftp: [{ ...client, value: "sftp_client" }] };
    const withFiles = { ...asset, protocols: [...asset.protocols, { name: "sftp", port: 22 }] };
    expect(offersFiles(asset, sftp)).toBe(false);
    expect(offersFiles(withFiles, { ...methods, sftp: [] })).toBe(false);
    expect(offersFiles(withFiles, sftp)).toBe(true);
    const options = { methods: sftp, remembered: undefined, account: root, backspaceAsCtrlH: false };
    expect(initialChoice({ ...options, asset: withFiles, wanted: "sftp" })).toMatchObject({
      protocol: "sftp",
      method: "sftp_client",
    });
    expect(initialChoice({ ...options, asset, wanted: "sftp" }).protocol).toBe("ssh");
  });

  it("remembers a choice in a form it reads back", () => {
    const made = choice({ charset: "gbk", backspaceAsCtrlH: true, autoLogin: true });
    const remembered = parseChoice(JSON.stringify(rememberedFrom(made, root, webCli)));
    expect(remembered).toBeDefined();
    const again = initialChoice({ asset, methods, remembered, account: root, backspaceAsCtrlH: false });
    expect(again).toMatchObject({
      charset: "gbk",
      backspaceAsCtrlH: true,
      protocol: "ssh",
      method: "web_cli",
    });
    for (const text of [null, "", "{", "[]", '{"account":{}}', '{"account":{"alias":1}}']) {
      expect(parseChoice(text)).toBeUndefined();
    }
  });

  it("leaves the dialog out only while everything chosen still holds", () => {
    const remembered = rememberedFrom(choice({ autoLogin: true }), root, webCli);
    expect(autoLoginPossible(remembered, asset, [root], methods, false)).toBe(true);
    expect(autoLoginPossible({ ...remembered, autoLogin: false }, asset, [root], methods, false)).toBe(false);
    expect(autoLoginPossible(remembered, asset, [{ ...root, actions: [] }], methods, false)).toBe(false);
    expect(autoLoginPossible(remembered, asset, [{ ...root, has_secret: false }], methods, false)).toBe(
      false,
    );
    expect(autoLoginPossible(remembered, asset, [{ ...root, has_secret: false }], methods, true)).toBe(true);
    expect(autoLoginPossible(remembered, asset, [root], { ssh: [] }, false)).toBe(false);
    const database = { ...asset, protocols: [{ name: "mysql", port: 3306 }] };
    const inComponent = rememberedFrom(choice({ autoLogin: true, protocol: "mysql" }), root, gui("chen"));
    expect(autoLoginPossible(inComponent, database, [root], methods, false)).toBe(true);
    expect(autoLoginPossible(inComponent, database, [root], { ...methods, mysql: [] }, false)).toBe(false);
    expect(
      autoLoginPossible(
        remembered,
        { ...asset, protocols: [{ name: "telnet", port: 23 }] },
        [root],
        methods,
        false,
      ),
    ).toBe(false);
  });
});
