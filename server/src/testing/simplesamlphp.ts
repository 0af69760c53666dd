import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../engine/testing/free-port.ts";
import { samlKeys } from "./saml-keys.ts";

const program = "/usr/bin/php";
const pages = "/usr/share/simplesamlphp/www";

/** A real SimpleSAMLphp as identity provider, over a folder that goes with it. */
export interface SimpleSamlPhp {
  /** Without a slash at its end. */
  readonly url: string;
  /** Its metadata, as it publishes it. */
  metadata(): Promise<string>;
  close(): Promise<void>;
}

/** Whether there is a SimpleSAMLphp on this machine, and what runs it. */
export const simpleSamlPhpMissing = (): boolean =>
  !existsSync(pages) ||
  spawnSync(program, ["-r", "exit(class_exists('DOMDocument') && function_exists('mb_substr') ? 0 : 1);"])
    .status !== 0;

/** Starts one that knows `ada` and trusts the service provider at a site: what it asserts is signed and encrypted. */
export async function startSimpleSamlPhp(site: string): Promise<SimpleSamlPhp> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-simplesamlphp-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  for (const name of ["metadata", "cert", "log", "sessions"]) mkdirSync(join(folder, name));
  const write = (name: string, text: string): void =>
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  write("cert/idp.crt", samlKeys.provider.certificate);
  write("cert/idp.pem", samlKeys.provider.privateKey);
  write(
    "config.php",
    `<?php
$config = [
  'baseurlpath' => '${url}/',
  'certdir' => '${folder}/cert/',
  'loggingdir' => '${folder}/log/',
  'datadir' => '${folder}/',
  'tempdir' => '${folder}/',
  'metadatadir' => '${folder}/metadata/',
  'metadata.sources' => [['type' => 'flatfile', 'directory' => '${folder}/metadata/']],
  'secretsalt' => 'salt-of-a-test-that-is-nobody-s',
  'auth.adminpassword' => 'Admin-of-a-test-3',
  'technicalcontact_name' => 'Nobody',
  'technicalcontact_email' => 'nobody@corp.test',
  'timezone' => 'UTC',
  'logging.handler' => 'errorlog',
  'enable.saml20-idp' => true,
  'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
  'store.type' => 'phpsession',
  'session.phpsession.savepath' => '${folder}/sessions/',
  'session.cookie.secure' => false,
  'session.phpsession.cookiename' => 'SimpleSAML',
  'language.default' => 'en',
];
`,
  );
  write(
    "authsources.php",
    `<?php
$config = ['people' => ['exampleauth:UserPass', 'ada:Ada-secret-1' => [
  'uid' => ['ada'], 'email' => ['ada@corp.test'], 'cn' => ['Ada Lovelace'], 'groups' => ['staff', 'ops'],
]]];
`,
  );
  write(
    "metadata/saml20-idp-hosted.php",
    `<?php
$metadata['${url}/idp'] = [
  'host' => '__DEFAULT__', 'privatekey' => 'idp.pem', 'certificate' => 'idp.crt', 'auth' => 'people',
  'userid.attribute' => 'uid',
  'signature.algorithm' => 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'authproc' => [3 => ['class' => 'saml:AttributeNameID', 'attribute' => 'uid',
    'Format' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent']],
];
`,
  );
  write(
    "metadata/saml20-sp-remote.php",
    `<?php
$metadata['${site}/core/auth/saml2/metadata/'] = [
  'AssertionConsumerService' => '${site}/core/auth/saml2/callback/',
  'SingleLogoutService' => '${site}/core/auth/saml2/logout/',
  'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'certData' => '${samlKeys.installation.certificate.replace(/-----[^-]+-----|\s/g, "")}',
  'validate.authnrequest' => true, 'redirect.validate' => true, 'assertion.encryption' => true,
];
`,
  );
  const child = spawn(program, ["-d", "error_reporting=0", "-S", `localhost:${port}`, "-t", pages], {
    env: { PATH: process.env.PATH ?? "", SIMPLESAMLPHP_CONFIG_DIR: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  await listening(child);
  return {
    url,
    metadata: async () => (await fetch(`${url}/saml2/idp/metadata.php`)).text(),
    async close() {
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listening(child: ChildProcess): Promise<void> {
  if (child.stderr === null) throw new Error("the server has no output");
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes("started")) {
      child.stderr.resume();
      return;
    }
  }
  throw new Error("php ended");
}
