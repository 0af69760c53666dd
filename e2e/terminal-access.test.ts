import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { opensshMissing } from "../server/src/engine/testing/openssh.ts";
import { TerminalClient } from "../server/src/engine/testing/terminal-client.ts";
import { ApiClient } from "./support/api.ts";
import { startPrepared } from "./support/prepared.ts";
import type { Product } from "./support/product.ts";
import { buildWorld, until, type World } from "./support/world.ts";
import { describeComponents } from "./terminal/components.ts";
import { describeWorkspace } from "./terminal/workspace.ts";

const password = "Quiet-Meadow-77";
const bootstrapToken = "bootstrap-token-of-16+";
const organizationAdmin = "00000000-0000-0000-0000-000000000005";

describe.skipIf(opensshMissing() !== null)(
  "terminals: who opens them and sees what happened, and work in them",
  () => {
    let product: Product;
    let world: World;
    let stranger: ApiClient;
    beforeAll(async () => {
      product = await startPrepared({ environment: { SALLYPORT_BOOTSTRAP_TOKEN: bootstrapToken } });
      world = await buildWorld(product);
      const { id } = await world.admin.post("/api/v1/orgs/orgs/", { name: "Next door" });
      await world.admin.post(`/api/v1/users/users/?oid=${id}`, {
        name: "Stranger",
        username: "stranger",
        email: "stranger@example.com",
        password_strategy: "custom",
        password,
        org_roles: [organizationAdmin],
      });
      stranger = await (await ApiClient.signIn(product.url, "stranger", password)).acceptTerms();
      stranger.inOrganization(id);
    });
    afterAll(async () => {
      await world?.close();
      await product?.dispose();
    });

    const newToken = async (): Promise<string> =>
      (
        await world.user.post("/api/v1/authentication/connection-token/", {
          asset: world.hostId,
          account: world.sshd.username,
          protocol: "ssh",
          connect_method: "web_cli",
        })
      ).id;
    const open = (token: string, headers: Record<string, string>) =>
      TerminalClient.session({ url: product.url, token, headers });

    it("refuses the socket to strangers, foreign pages and spent tokens", async () => {
      const token = await newToken();
      const own = { cookie: world.user.cookies, origin: product.url };
      await expect(open(token, { origin: product.url })).rejects.toThrow("401");
      await expect(open(token, { cookie: "jms_sessionid=made-up", origin: product.url })).rejects.toThrow(
        "401",
      );
      await expect(open(token, { ...own, origin: "https://evil.example" })).rejects.toThrow("403");
      await expect(open(token, { ...own, cookie: stranger.cookies })).rejects.toThrow();
      await expect(open("00000000-0000-4000-8000-000000000000", own)).rejects.toThrow();
      await expect(open("'; drop table users; --", own)).rejects.toThrow();
      const terminal = await open(token, own);
      await terminal.close();
      await expect(open(token, own)).rejects.toThrow();
    });

    it("gives a token only to who may connect, and takes it back with the permission or the person", async () => {
      const request = {
        asset: world.hostId,
        account: world.sshd.username,
        protocol: "ssh",
        connect_method: "web_cli",
      };
      expect((await stranger.raw("POST", "/api/v1/authentication/connection-token/", request)).status).toBe(
        400,
      );
      const expired = await newToken();
      await world.user.patch(`/api/v1/authentication/connection-token/${expired}/expire/`, {});
      const own = { cookie: world.user.cookies, origin: product.url };
      await expect(open(expired, own)).rejects.toThrow();
      const [person] = await world.admin.get(`/api/v1/users/users/?username=${world.username}`);
      const kept = await newToken();
      await world.admin.patch(`/api/v1/users/users/${person.id}/`, { is_active: false });
      await expect(open(kept, own)).rejects.toThrow();
      await world.admin.patch(`/api/v1/users/users/${person.id}/`, { is_active: true });
    });

    it("shows a recording to who may see it in its organization, and to nobody else", async () => {
      const user = await ApiClient.signIn(product.url, world.username, world.password);
      const token = await user.post("/api/v1/authentication/connection-token/", {
        asset: world.hostId,
        account: world.sshd.username,
        protocol: "ssh",
        connect_method: "web_cli",
      });
      const terminal = await open(token.id, { cookie: user.cookies, origin: product.url });
      terminal.type("echo se''cret-words; exit\r");
      await terminal.closed;
      const id = terminal.sessionId;
      await until(
        "the replay",
        () => world.session(id),
        ({ has_replay }) => has_replay,
      );
      expect(await world.replay(id)).toContain("secret-words");
      const { body } = await world.admin.raw("GET", `/api/v1/terminal/sessions/${id}/replay/`);
      const media = new URL(body.src, product.url).pathname;
      const paths = [
        `/api/v1/terminal/sessions/${id}/`,
        `/api/v1/terminal/sessions/${id}/replay/`,
        `/api/v1/terminal/sessions/${id}/replay/download/`,
        media,
        `${media}?oid=00000000-0000-0000-0000-000000000002`,
        media.replace("/media/replay/", "/media/replay/../replay/"),
      ];
      const nobody = new ApiClient(product.url);
      for (const path of paths) {
        expect([401, 404], path).toContain((await nobody.raw("GET", path)).status);
        expect([403, 404], path).toContain((await user.raw("GET", path)).status);
        const foreign = await stranger.raw("GET", path);
        expect([403, 404], path).toContain(foreign.status);
        expect(JSON.stringify(foreign.body)).not.toContain("secret-words");
      }
      expect(
        JSON.stringify((await stranger.raw("GET", `/api/v1/terminal/sessions/?ids=${id}`)).body),
      ).not.toContain(id);
    });

    describeWorkspace(() => world);
    describeComponents(() => world, bootstrapToken);
  },
);
