import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gatewayMissing, permit, type SshGateway, startSshGateway, type Typed } from "./ssh-gateway.ts";

describe.skipIf(gatewayMissing())("the menu of the SSH server", () => {
  let gateway: SshGateway;

  beforeAll(async () => {
    gateway = await startSshGateway();
    const { administrator } = gateway.product;
    const platforms = await administrator.call("GET", "assets/platforms/?name=Linux");
    const ids: string[] = [];
    for (let index = 1; index <= 30; index += 1) {
      const { body } = await administrator.call("POST", "assets/hosts/", {
        name: `spare-${String(index).padStart(2, "0")}`,
        address: index > 28 ? "192.0.2.99" : `192.0.2.${index}`,
        platform: platforms.body[0].id,
        protocols: [{ name: "ssh", port: 22 }],
        nodes_display: ["/Default/Spare"],
      });
      ids.push(body.id);
    }
    // The API takes no such comment any more; one may have been stored before.
    await gateway.product.database.pool.query("update assets set comment = $1 where name = 'spare-07'", [
      "数据库 \u001b[31mred",
    ]);
    await permit(gateway.product, { users: [gateway.user.id], assets: ids, accounts: ["@INPUT"] });
    const person = await gateway.product.signIn(gateway.user.id);
    await person.call("POST", "assets/favorite-assets/", { asset: gateway.assetId });
  });
  afterAll(() => gateway.close());

  const menu = (typed: Typed) =>
    gateway.ssh(["-tt", `${gateway.user.username}@127.0.0.1`], {
      typed: [...typed.map(({ after, type }) => ({ after, type })), { after: "> ", type: "q\r" }],
    });

  it("greets, lists page by page, and says good-bye", async () => {
    const { code, stdout } = await menu([
      { after: "> ", type: "\r" },
      { after: "Page 1 of 2, 31 assets", type: "\r" },
      { after: "Page 2 of 2", type: "b\r" },
      { after: "Page 1 of 2", type: "" },
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain("Welcome to Sallyport, Ada");
    expect(stdout).toMatch(/ID +Name +Address +Protocols +Platform +Organization +Comment/);
    expect(stdout).toContain("\\u{1b}[31m");
    expect(stdout).not.toContain("\x1b[31m");
    expect(stdout).toContain("Goodbye.");
  });

  it("finds by parts of names, among what was found, and shows favourites and the tree", async () => {
    const { stdout } = await menu([
      { after: "> ", type: "/spare-1\r" },
      { after: "10 assets", type: "//5\r" },
      { after: "1 asset.", type: "f\r" },
      { after: /box +127\.0\.0\.1/, type: "g\r" },
      { after: "2.Spare(30)", type: "g2\r" },
      { after: "30 assets", type: "zzz\r" },
      { after: "No asset matches: zzz", type: "h\r" },
      { after: "31 assets", type: "d\r" },
      { after: "No assets here are available", type: "" },
    ]);
    expect(stdout).toContain("1.Default(31)");
    expect(stdout).toContain("[DB]> ");
  });

  it("connects to the only one found, to an exact name and to a row, and comes back", async () => {
    const { code, stdout } = await menu([
      { after: "> ", type: "box\r" },
      { after: /[$#] /, type: "echo o$((1+1))e; exit\r" },
      { after: "o2e", type: "" },
      { after: "Opt> ", type: "p\r" },
      { after: "Page 1", type: "1\r" },
      { after: /[$#] /, type: "echo t$((1+1))w; exit\r" },
      { after: "t2w", type: "" },
      { after: "[Host", type: "" },
    ]);
    expect(code).toBe(0);
    expect(stdout.match(/Connecting to operator/g)).toHaveLength(2);
    expect(await gateway.lastSession()).toMatchObject({
      asset: "box(127.0.0.1)",
      type: "normal",
      has_replay: true,
    });
  });

  it("asks for what an account lacks, and shows nothing of the secret", async () => {
    const { stdout } = await menu([
      { after: "> ", type: "/spare-03\r" },
      { after: "1 asset.", type: "1\r" },
      { after: "Username: ", type: "root\r" },
      { after: "Password for root: ", type: "very-secret\x03" },
    ]);
    expect(stdout).not.toContain("very-secret");
  });

  it("asks which one where an address fits several, also by a direct name", async () => {
    const { code, stdout } = await gateway.ssh(["-tt", "ada@@INPUT@192.0.2.99@127.0.0.1"], {
      typed: [{ after: "Opt> ", type: "q\r" }],
    });
    expect(code).toBe(255);
    expect(stdout).toMatch(/1 +spare-29 +192\.0\.2\.99/);
    const blind = await gateway.ssh(["ada#@INPUT#192.0.2.99@127.0.0.1", "id"]);
    expect(blind.stderr).toContain("2 assets match");
  });

  it("speaks three languages, and remembers which", async () => {
    await menu([
      { after: "> ", type: "s\r" },
      { after: "欢迎使用", type: "" },
    ]);
    const { stdout } = await menu([
      { after: "欢迎使用", type: "s\r" },
      { after: "ようこそ", type: "s\r" },
    ]);
    expect(stdout).toContain("Welcome to");
  });

  it("takes back a line with Ctrl+C, leaves with Ctrl+D, and says what is missing without a terminal", async () => {
    const { code } = await gateway.ssh(["-tt", "ada@127.0.0.1"], {
      typed: [
        { after: "> ", type: "abc\x03" },
        { after: "^C", type: "\x04" },
      ],
    });
    expect(code).toBe(0);
    const blind = await gateway.ssh(["-T", "ada@127.0.0.1"]);
    expect([blind.code, blind.stderr]).toEqual([255, expect.stringContaining("needs a terminal")]);
  });
});
