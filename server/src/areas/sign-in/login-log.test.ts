import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Area } from "../../engine/area.ts";
import type { Services } from "../../engine/services.ts";
import { makeGeoipFile } from "../../testing/geoip-file.ts";
import { createTestProduct, type TestProduct } from "../../testing/product.ts";
import { readPendingSignIn, storePendingSignIn } from "../credentials/identity/pending-sign-in.ts";
import { findSignInUser } from "../credentials/identity/sign-in-user.ts";
import { locateAddress } from "../credentials/login-log/geoip.ts";
import { recordLogin } from "../credentials/login-log/login-log.ts";
import { completeSignIn } from "./complete.ts";
import type { ForeignSignIn } from "./foreign-city.ts";

describe("the login log", () => {
  let product: TestProduct;
  let folder: string;
  let services: Services;
  const told: ForeignSignIn[] = [];
  const watching: Area = {
    name: "watching",
    foreignSignInHooks: [async (_services, signIn) => void told.push(signIn)],
  };
  beforeAll(async () => {
    product = await createTestProduct({}, { moreAreas: [watching] });
    folder = mkdtempSync(join(tmpdir(), "sallyport-geoip-"));
    const geoipFile = join(folder, "cities.mmdb");
    const cities = [
      { network: "203.0.113.0/24", city: "Kyoto", country: "Japan" },
      { network: "198.51.100.0/24", city: "Singapore", country: "Singapore" },
    ];
    writeFileSync(geoipFile, makeGeoipFile(cities));
    services = { ...product.services, config: { ...product.services.config, geoipFile } };
  });
  afterAll(async () => {
    await product.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("tells where an address is, as far as that is known", async () => {
    const locate = (address: string, config = services.config) => locateAddress(config, address);
    expect(await locate("203.0.113.77")).toBe("Kyoto, Japan");
    expect(await locate("198.51.100.1")).toBe("Singapore");
    expect(await locate("192.0.2.1")).toBe("Unknown");
    for (const inside of ["10.1.2.3", "192.168.0.1", "127.0.0.1", "::1", "fd00::1", "100.64.0.1"]) {
      expect(await locate(inside)).toBe("LAN");
    }
    expect(await locate("nonsense")).toBe("Invalid ip");
    expect(await locate("203.0.113.77", product.services.config)).toBe("Unknown");
    const lost = { ...services.config, geoipFile: join(folder, "not-there.mmdb") };
    expect(await locate("203.0.113.77", lost)).toBe("Unknown");
  });

  it("keeps place, address, agent and means, each within its limits", async () => {
    await recordLogin(services, {
      username: `${"u".repeat(200)}\0`,
      type: "T",
      remoteAddress: "203.0.113.77",
      userAgent: "a".repeat(500),
      succeeded: false,
      reason: "password_failed",
      mfa: 2,
      backend: "SSH Key",
    });
    const { body } = await product.administrator.call(
      "GET",
      "audits/login-logs/?search=Kyoto&limit=10&oid=root",
    );
    expect(body.results[0]).toMatchObject({
      username: "u".repeat(128),
      city: "Kyoto, Japan",
      ip: "203.0.113.77",
      backend: "SSH Key",
      user_agent: "a".repeat(254),
    });
  });

  it("notices a sign-in from another place than the one before", async () => {
    const { id, username } = await product.createUser({});
    told.length = 0;
    const signInFrom = async (remoteAddress: string): Promise<void> => {
      const user = await findSignInUser(services, { id });
      const pendingSignIn = {
        userId: id,
        username,
        backend: "Password",
        autoLogin: false,
        next: "",
        passwordSince: null,
      };
      const pending = readPendingSignIn(await storePendingSignIn(services, pendingSignIn));
      if (user === null || pending === null) throw new Error("the sign-in did not begin");
      await completeSignIn({ services }, user, { remoteAddress, userAgent: "", type: "W" }, pending);
    };
    for (const address of ["203.0.113.1", "203.0.113.2", "10.0.0.1", "203.0.113.3", "192.0.2.9"]) {
      await signInFrom(address);
    }
    expect(told).toEqual([]);
    await signInFrom("203.0.113.4");
    await signInFrom("198.51.100.7");
    expect(told).toEqual([
      {
        userId: id,
        username,
        remoteAddress: "198.51.100.7",
        city: "Singapore",
        previousCity: "Kyoto, Japan",
      },
    ]);
  });
});
