import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEventBus } from "../../engine/events/events.ts";
import { createProduct } from "../../product.ts";
import {
  createTestProduct,
  type TestAnswer,
  type TestCaller,
  type TestProduct,
} from "../../testing/product.ts";
import { installationIssuer, issueLicense } from "./issuer.ts";
import { checkDates, LicenseRefused, publicKeyBytes, readLicense, writeLicense } from "./license-file.ts";

const day = 86_400_000;
const now = new Date("2026-05-10T12:00:00Z");
const request = { corporation: "Example Works", assets: 500, days: 30 };
const own = installationIssuer({ secretKeys: [Buffer.alloc(32, 7)], dataFolder: "/nowhere" });

const problemOf = (work: () => unknown): string => {
  try {
    work();
    return "taken";
  } catch (error) {
    if (error instanceof LicenseRefused) return error.problem;
    throw error;
  }
};

describe("a license file", () => {
  const file = issueLicense(own, request, now);

  it("is read back by the installation that issued it", () => {
    expect(readLicense(file, [own.publicKey])).toMatchObject({
      corporation: "Example Works",
      asset_count: 500,
      date_issued: "2026-05-10",
      date_expired: "2026-06-08",
    });
  });

  it("is refused with any one bit flipped", () => {
    const bytes = Buffer.from(file.trimEnd());
    for (let index = 0; index < bytes.length; index++) {
      for (let bit = 0; bit < 7; bit++) {
        const changed = Buffer.from(bytes);
        changed[index] = (changed[index] ?? 0) ^ (1 << bit);
        const verdict = problemOf(() => readLicense(changed.toString("utf8"), [own.publicKey]));
        expect(verdict, `byte ${index}, bit ${bit}`).not.toBe("taken");
      }
    }
  });

  it("never throws anything but a refusal", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.string().map((text) => file.slice(0, 40) + text),
        ),
        (text) => {
          expect(problemOf(() => readLicense(text, [own.publicKey]))).not.toBe("taken");
        },
      ),
      { numRuns: 300 },
    );
  });

  it("is refused when another key signed it, also under a borrowed key name", () => {
    const other = generateKeyPairSync("ed25519");
    const foreign = issueLicense(other, request, now);
    expect(problemOf(() => readLicense(foreign, [own.publicKey]))).toBe("foreign");
    const borrowed = JSON.stringify({ ...JSON.parse(foreign), key: JSON.parse(file).key });
    expect(problemOf(() => readLicense(borrowed, [own.publicKey]))).toBe("tampered");
    expect(problemOf(() => readLicense(foreign, [own.publicKey, other.publicKey]))).toBe("taken");
  });

  it("is refused when its terms are swapped for those of another license", () => {
    const longer = JSON.parse(issueLicense(own, { ...request, days: 3_000 }, now));
    const mixed = JSON.stringify({ ...JSON.parse(file), license: longer.license });
    expect(problemOf(() => readLicense(mixed, [own.publicKey]))).toBe("tampered");
  });

  it("is refused when signed terms are not ones this version knows", () => {
    const terms = readLicense(file, [own.publicKey]);
    for (const wrong of [
      { corporation: "" },
      { asset_count: -1 },
      { asset_count: 1.5 },
      { date_expired: "2026-02-30" },
      { date_expired: "tomorrow" },
      { corporation: ["a"] },
    ]) {
      const odd = writeLicense({ ...terms, ...wrong } as typeof terms, own.privateKey);
      expect(
        problemOf(() => readLicense(odd, [own.publicKey])),
        JSON.stringify(wrong),
      ).toBe("unsupported");
    }
  });

  it("holds from its first day to the end of its last, and notices a clock that was set back", () => {
    const terms = readLicense(file, [own.publicKey]);
    const at = (text: string, seen: string | null = null) =>
      problemOf(() => checkDates(terms, new Date(text), seen === null ? null : new Date(seen)));
    expect(at("2026-05-08T11:00:00Z")).toBe("notYetValid");
    expect(at("2026-05-10T00:00:00Z")).toBe("taken");
    expect(at("2026-06-08T23:59:59Z")).toBe("taken");
    expect(at("2026-06-09T00:00:00Z")).toBe("expired");
    expect(at("2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z")).toBe("alteredClock");
    expect(at("2026-06-08T23:00:00Z", "2026-06-09T01:00:00Z")).toBe("expired");
  });
});

describe("the license of an installation", () => {
  let product: TestProduct;
  let issuer: ReturnType<typeof installationIssuer>;
  beforeAll(async () => {
    product = await createTestProduct();
    issuer = installationIssuer(product.services.config);
  });
  afterAll(() => product?.close());

  const upload = (who: TestCaller, content: string | Buffer, name = "file"): Promise<TestAnswer> => {
    const boundary = "----the-boundary";
    const payload = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="a.lic"\r\n` +
          "Content-Type: application/octet-stream\r\n\r\n",
      ),
      Buffer.from(content),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    return who.call("POST", "xpack/license/import", payload.toString("latin1"), {
      "content-type": `multipart/form-data; boundary=${boundary}`,
    });
  };
  const publicLicense = async () => (await product.administrator.call("GET", "settings/public/")).body;

  it("is none at first", async () => {
    expect(await publicLicense()).toMatchObject({ XPACK_ENABLED: true, XPACK_LICENSE_IS_VALID: false });
    const { status, body } = await product.administrator.call("GET", "xpack/license/detail");
    expect(status).toBe(200);
    expect(body).toMatchObject({ corporation: "", date_expired: null, is_valid: false, problem: null });
  });

  it("refuses what is no license of its own, and says why", async () => {
    const other = generateKeyPairSync("ed25519");
    const good = issueLicense(issuer, request, new Date());
    const cases: [string | Buffer, RegExp][] = [
      ["hello", /not a license/],
      [Buffer.from([0xff, 0xfe, 0x00]), /not a license/],
      ["x".repeat(20_000), /not a license/],
      [issueLicense(other, request, new Date()), /does not trust/],
      [
        good.replace(/"signature":"(.)/, (_all, first) => `"signature":"${first === "A" ? "B" : "A"}`),
        /modified/,
      ],
      [issueLicense(issuer, request, new Date(Date.now() - 60 * day)), /expired/],
      [issueLicense(issuer, request, new Date(Date.now() + 60 * day)), /not valid yet/],
    ];
    for (const [content, reason] of cases) {
      const { status, body } = await upload(product.administrator, content);
      expect(status).toBe(200);
      expect(body.status).toBe(false);
      expect(body.msg).toMatch(reason);
    }
    expect((await upload(product.administrator, good, "other")).status).toBe(400);
    expect((await upload(product.administrator, "x".repeat(70_000))).status).toBe(413);
    expect((await publicLicense()).XPACK_LICENSE_IS_VALID).toBe(false);
  });

  it("takes a form only where one is expected", async () => {
    const { status } = await product.administrator.call("POST", "users/users/", "--b--\r\n", {
      "content-type": "multipart/form-data; boundary=b",
    });
    expect(status).toBe(415);
    const broken = await product.administrator.call("POST", "xpack/license/import", "nonsense", {
      "content-type": "multipart/form-data; boundary=b",
    });
    expect(broken.status).toBe(400);
  });

  it("is for those who may change it", async () => {
    const someone = await product.createUser({});
    const caller = await product.signIn(someone.id);
    expect((await caller.call("GET", "xpack/license/detail")).status).toBe(403);
    expect((await upload(caller, "x")).status).toBe(403);
    expect((await product.anonymous.call("GET", "xpack/license/detail/")).status).toBe(401);
  });

  it("opens what it covers at once, in every process, and closes it when it ends", async () => {
    const events = openEventBus({ ...product.database, close: async () => undefined });
    const second = createProduct({ config: product.services.config, database: product.database, events });
    await second.license.refresh();
    await events.ready();
    await product.administrator.call("POST", "orgs/orgs/", { name: "Harbour" });
    const names = async () =>
      (await product.administrator.call("GET", "users/profile/")).body.console_orgs.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names()).toEqual(["Default"]);

    const { body } = await upload(product.administrator, issueLicense(issuer, request, new Date()));
    expect(body).toEqual({ status: true, msg: "License imported." });
    expect(await names()).toContain("Harbour");
    expect(await publicLicense()).toMatchObject({
      XPACK_LICENSE_IS_VALID: true,
      XPACK_LICENSE_INFO: { corporation: "Example Works" },
    });
    await expect.poll(() => second.license.isValid()).toBe(true);
    const detail = await product.administrator.call("GET", "xpack/license/detail/");
    expect(detail.body).toMatchObject({ corporation: "Example Works", asset_count: 500, is_valid: true });

    // A row changed behind the product's back does not hold.
    await product.database.pool.query(
      'update licenses set document = replace(document, \'"license":"e\', \'"license":"f\')',
    );
    await product.services.events.publish("license.changed", null);
    await expect.poll(() => second.license.isValid()).toBe(false);
    await expect.poll(() => product.product.license.isValid()).toBe(false);
    expect(await names()).toEqual(["Default"]);
    const tampered = await product.administrator.call("GET", "xpack/license/detail");
    expect(tampered.body).toMatchObject({ is_valid: false, problem: expect.stringMatching(/modified/) });
    await events.close();
  });

  it("trusts further keys that are configured", () => {
    const other = generateKeyPairSync("ed25519");
    const config = {
      ...product.services.config,
      licenseKeys: [publicKeyBytes(other.publicKey).toString("base64")],
    };
    const { license } = createProduct({
      config,
      database: product.database,
      events: product.services.events,
    });
    const foreign = issueLicense(other, request, new Date());
    expect(readLicense(foreign, license.trusted).corporation).toBe("Example Works");
  });
});
