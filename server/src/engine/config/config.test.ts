import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Config, isExposedWithoutTls, loadConfig } from "./config.ts";
import { ConfigError } from "./config-error.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sallyport-config-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function load(environment: NodeJS.ProcessEnv = {}): Config {
  return loadConfig({ SALLYPORT_DATA: join(folder, "data"), ...environment }, { workingFolder: folder });
}

function problems(environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    load(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe("without anything set", () => {
  test("the documented defaults apply and nobody can change them", () => {
    const config = loadConfig({}, { workingFolder: folder });
    expect(config).toMatchObject({
      httpPort: 8080,
      host: "127.0.0.1",
      sshPort: 2222,
      dataFolder: join(folder, "data"),
      databaseUrl: null,
      adminPassword: null,
      siteUrl: "http://127.0.0.1:8080",
      trustedProxies: [],
      logLevel: "info",
      roles: null,
    });
    expect(Object.isFrozen(config) && Object.isFrozen(config.poolSizes)).toBe(true);
  });

  test("hashing a password costs more than OWASP asks for", () => {
    const { memoryCost, timeCost, parallelism } = loadConfig({}, { workingFolder: folder }).passwordHash;
    // Password Storage Cheat Sheet: argon2id with 19 MiB, two passes and one lane at the least.
    expect({ memoryCost, timeCost, parallelism }).toEqual({
      memoryCost: 65_536,
      timeCost: 5,
      parallelism: 1,
    });
    expect(memoryCost).toBeGreaterThanOrEqual(19 * 1024);
    expect(timeCost).toBeGreaterThanOrEqual(2);
  });

  test("a secret key is made once, for its owner's eyes only", () => {
    const first = load().secretKeys[0];
    expect(first).toHaveLength(32);
    expect(statSync(join(folder, "data/secret.key")).mode & 0o777).toBe(0o600);
    expect(load().secretKeys).toEqual([first]);
  });
});

describe("sources", () => {
  test("the environment is stronger than the file in the data folder", () => {
    mkdirSync(join(folder, "data"));
    writeFileSync(
      join(folder, "data/sallyport.json"),
      JSON.stringify({ httpPort: 9000, sshPort: 9001, roles: ["web"] }),
    );
    expect(load({ SALLYPORT_HTTP_PORT: "9002" })).toMatchObject({
      httpPort: 9002,
      sshPort: 9001,
      roles: ["web"],
    });
  });

  test("SALLYPORT_CONFIG names another file; an empty variable counts as not set", () => {
    writeFileSync(join(folder, "other.json"), JSON.stringify({ trustedProxies: ["10.0.0.0/8", "::1"] }));
    const config = load({ SALLYPORT_CONFIG: "other.json", SALLYPORT_TRUSTED_PROXIES: "" });
    expect(config.trustedProxies).toEqual(["10.0.0.0/8", "::1"]);
  });

  test("the site URL follows host and port unless given", () => {
    expect(load({ SALLYPORT_HOST: "0.0.0.0", SALLYPORT_HTTP_PORT: "80" }).siteUrl).toBe("http://localhost");
    expect(load({ SALLYPORT_HOST: "::1" }).siteUrl).toBe("http://[::1]:8080");
    expect(load({ SALLYPORT_SITE_URL: "https://access.example.com/" }).siteUrl).toBe(
      "https://access.example.com",
    );
  });
});

describe("mistakes", () => {
  test("an unknown name is refused with the nearest one", () => {
    expect(problems({ SALLYPORT_HTTP_PROT: "1" })).toEqual([
      "SALLYPORT_HTTP_PROT: unknown option. Did you mean SALLYPORT_HTTP_PORT?",
    ]);
    expect(problems({ SALLYPORT_XYZZY_FROBNICATE_EVERYTHING: "1" })[0]).not.toMatch(/Did you mean/);
    writeFileSync(join(folder, "c.json"), JSON.stringify({ htpPort: 1 }));
    expect(problems({ SALLYPORT_CONFIG: "c.json" })[0]).toMatch(
      /unknown option "htpPort". Did you mean "httpPort"\?$/,
    );
  });

  test.each([
    ["SALLYPORT_HTTP_PORT", "0"],
    ["SALLYPORT_HTTP_PORT", "65536"],
    ["SALLYPORT_HTTP_PORT", "80a"],
    ["SALLYPORT_HOST", "999.1.1.1"],
    ["SALLYPORT_HOST", "a b"],
    ["SALLYPORT_DATABASE_URL", "mysql://a/b"],
    ["SALLYPORT_DATABASE_URL", "postgres://host"],
    ["SALLYPORT_ADMIN_PASSWORD", "short"],
    ["SALLYPORT_SITE_URL", "access.example.com"],
    ["SALLYPORT_SITE_URL", "https://example.com/path"],
    ["SALLYPORT_SECRET_KEY", "too-short"],
    ["SALLYPORT_TRUSTED_PROXIES", "10.0.0.0/33"],
    ["SALLYPORT_TRUSTED_PROXIES", "proxy.example.com"],
    ["SALLYPORT_LOG_LEVEL", "loud"],
    ["SALLYPORT_ROLES", "web,koko"],
    ["SALLYPORT_WEB_POOL_SIZE", "1"],
    ["SALLYPORT_PASSWORD_HASH_MEMORY", "18"],
    ["SALLYPORT_PASSWORD_HASH_PASSES", "1"],
  ])("%s=%s is refused by name", (name, value) => {
    const found = problems({ [name]: value });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${name}: must .*\\.$|^${name}: must .*\\)\\.$`));
  });

  test("everything wrong is reported at once and no secret is repeated", () => {
    const found = problems({
      SALLYPORT_HTTP_PORT: "x",
      SALLYPORT_ADMIN_PASSWORD: "hunter2",
      SALLYPORT_DATABASE_URL: "http://user:hunter2@host/db",
      SALLYPORT_SECRET_KEY: "hunter2",
      SALLYPORT_BOGUS: "1",
    });
    expect(found).toHaveLength(5);
    expect(found.join()).not.toContain("hunter2");
  });

  test("a file that is not one JSON object is refused without quoting it", () => {
    writeFileSync(join(folder, "c.json"), '{"adminPassword": "hunter2",');
    expect(problems({ SALLYPORT_CONFIG: "c.json" })).toEqual([
      `${folder}/c.json: must contain one JSON object.`,
    ]);
    expect(problems({ SALLYPORT_CONFIG: "missing.json" })[0]).toMatch(/cannot be read \(ENOENT\)/);
  });
});

describe("the data folder", () => {
  test("one that cannot be made is refused", () => {
    writeFileSync(join(folder, "data"), "a file is in the way");
    expect(problems({})[0]).toMatch(/^SALLYPORT_DATA: .*cannot be/);
  });

  test("one of a newer version is refused untouched", () => {
    mkdirSync(join(folder, "data"));
    const newer = '{"format":2,"version":"7.0.0"}\n';
    writeFileSync(join(folder, "data/version"), newer);
    expect(problems({})[0]).toMatch(/written by a newer version \(7\.0\.0\)/);
    expect(readFileSync(join(folder, "data/version"), "utf8")).toBe(newer);
    expect(existsSync(join(folder, "data/secret.key"))).toBe(false);
  });

  test("another secret key than the one its data was written with is refused", () => {
    load();
    const other = Buffer.alloc(32, 7).toString("base64");
    expect(problems({ SALLYPORT_SECRET_KEY: other })[0]).toMatch(/SALLYPORT_SECRET_KEY: differs from/);
    expect(problems({ SALLYPORT_SECRET_KEY: readFileSync(join(folder, "data/secret.key"), "utf8") })).toEqual(
      [],
    );
  });
});

describe("a demonstration", () => {
  test.each(["0.0.0.0", "::", "192.0.2.10", "example.com", "127.evil.example"])(
    "is refused on %s",
    (host) => {
      const given = { SALLYPORT_DATA: join(folder, "data"), SALLYPORT_HOST: host };
      expect(() => loadConfig(given, { demo: true })).toThrow(/SALLYPORT_HOST: with --demo/);
      expect(() => loadConfig({ ...given, SALLYPORT_DEMO: "1" })).toThrow(/SALLYPORT_HOST: with --demo/);
      expect(loadConfig(given).demo).toBe(false);
    },
  );

  test.each(["127.0.0.1", "::1", "localhost"])("may run on %s, by itself", (host) => {
    const given = { SALLYPORT_DATA: join(folder, "data"), SALLYPORT_HOST: host };
    expect(loadConfig(given, { demo: true }).demo).toBe(true);
    expect(() => loadConfig({ ...given, SALLYPORT_ROLES: "web" }, { demo: true })).toThrow(/SALLYPORT_ROLES/);
  });
});

describe("a certificate", () => {
  const files = { SALLYPORT_TLS_CERTIFICATE: "cert.pem", SALLYPORT_TLS_KEY: "key.pem" };
  const ordered = {
    SALLYPORT_ACME_HOSTS: "a.example.com, b.example.com",
    SALLYPORT_ACME_TERMS_AGREED: "true",
  };

  test("comes from files or from an authority, and makes the site an https address", () => {
    expect(load(files)).toMatchObject({
      siteUrl: "https://127.0.0.1:8443",
      tls: { kind: "files", certificateFile: join(folder, "cert.pem"), keyFile: join(folder, "key.pem") },
    });
    expect(load({ ...ordered, SALLYPORT_HTTPS_PORT: "443" })).toMatchObject({
      siteUrl: "https://a.example.com",
      tls: {
        kind: "acme",
        hosts: ["a.example.com", "b.example.com"],
        directory: expect.stringContaining("letsencrypt.org"),
        folder: join(folder, "data/tls"),
      },
    });
  });

  test("is named whole, once, and nowhere in a cluster", () => {
    expect(problems({ SALLYPORT_TLS_KEY: "key.pem" })).toEqual([expect.stringContaining("set both")]);
    expect(problems({ ...files, ...ordered })).toEqual([expect.stringContaining("Set one of them")]);
    expect(problems({ SALLYPORT_ACME_HOSTS: "a.example.com" })).toEqual([
      expect.stringContaining("SALLYPORT_ACME_TERMS_AGREED"),
    ]);
    expect(problems({ SALLYPORT_ACME_HOSTS: "https://a.example.com" })).toHaveLength(1);
    expect(problems({ ...files, SALLYPORT_ROLES: "web" })).toEqual([
      expect.stringContaining("load balancer"),
    ]);
    expect(problems({ ...files, SALLYPORT_HTTPS_PORT: "8080" })).toEqual([
      expect.stringContaining("must differ from SALLYPORT_HTTP_PORT"),
    ]);
  });

  test("is missed where other machines reach the product, and nothing is known to end TLS", () => {
    const exposed = (environment: NodeJS.ProcessEnv) => isExposedWithoutTls(load(environment));
    expect(exposed({})).toBe(false);
    expect(exposed({ SALLYPORT_HOST: "0.0.0.0" })).toBe(true);
    expect(exposed({ SALLYPORT_HOST: "0.0.0.0", ...files })).toBe(false);
    expect(exposed({ SALLYPORT_HOST: "0.0.0.0", SALLYPORT_TRUSTED_PROXIES: "10.0.0.1" })).toBe(false);
  });
});
