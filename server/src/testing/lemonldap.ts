import { spawn, spawnSync } from "node:child_process";
import { createPublicKey } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../engine/testing/free-port.ts";
import { reachable } from "./reachable.ts";
import { samlKeys } from "./saml-keys.ts";

/** A real portal of LemonLDAP::NG: a provider of OpenID Connect, SAML and CAS in one, over a folder that goes with it. */
export interface LemonLdap {
  /** Without a slash at its end; the issuer of OpenID Connect. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  close(): Promise<void>;
}

const page = "/usr/share/lemonldap-ng/portal/htdocs/index.psgi";

/** What serves the portal, and what its package only recommends and each protocol cannot do without. */
const modules = [
  "Plack::Runner",
  "IO::String",
  "String::Random",
  "Crypt::OpenSSL::Bignum",
  "Lasso",
  "XML::Simple",
];

/** Whether there is no LemonLDAP::NG on this machine, or it lacks what its protocols need. */
export const lemonLdapMissing = (): boolean =>
  !existsSync(page) ||
  spawnSync("/usr/bin/perl", [...modules.map((name) => `-M${name}`), "-e", "1"]).status !== 0;

// Letters alone: it takes what is written in the header for the secret itself, where RFC 6749 has it encoded.
const [clientId, clientSecret] = ["sallyport", "SecretOfTheClientLongEnough"];

/** The configuration: people of its demonstration, who have their name for a password, and one site that they sign in to. */
function configuration(folder: string, url: string, site: string, metadata: string): object {
  const { privateKey, certificate } = samlKeys.provider;
  const files = (name: string) => ({ Directory: `${folder}/${name}`, LockDirectory: `${folder}/${name}` });
  const byName = (prefix: string, values: Readonly<Record<string, string | number>>) => ({
    [clientId]: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]),
    ),
  });
  return {
    cfgNum: 1,
    cfgVersion: "2.16.1",
    cfgAuthor: "test",
    cfgAuthorIP: "127.0.0.1",
    cfgDate: 1_700_000_000,
    portal: `${url}/`,
    domain: "127.0.0.1",
    cookieName: "lemonldap",
    securedCookie: 0,
    authentication: "Demo",
    userDB: "Same",
    passwordDB: "Null",
    registerDB: "Null",
    locationRules: {},
    exportedHeaders: {},
    exportedVars: {},
    macros: { _whatToTrace: "lc($_user)" },
    whatToTrace: "_whatToTrace",
    demoExportedVars: { cn: "cn", mail: "mail", uid: "uid" },
    // The one it takes otherwise draws pictures, with a library of its own; nothing here shows one.
    captcha: "::Main::Plugin",
    requireToken: 0,
    globalStorage: "Apache::Session::File",
    globalStorageOptions: {
      ...files("sessions"),
      generateModule: "Lemonldap::NG::Common::Apache::Session::Generate::SHA256",
    },
    persistentStorage: "Apache::Session::File",
    persistentStorageOptions: files("persistent"),
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: url,
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: createPublicKey(certificate).export({ type: "spki", format: "pem" }),
    oidcServiceKeyIdSig: "one",
    oidcRPMetaDataOptions: byName("oidcRPMetaDataOptions", {
      ClientID: clientId,
      ClientSecret: clientSecret,
      IDTokenSignAlg: "RS256",
      RedirectUris: `${site}/core/auth/openid/callback/`,
      PostLogoutRedirectUris: `${site}/core/auth/login/?admin=1`,
      BypassConsent: 1,
      LogoutBypassConfirm: 1,
      RequirePKCE: 1,
      UserIDAttr: "uid",
    }),
    oidcRPMetaDataExportedVars: { [clientId]: { preferred_username: "uid", name: "cn", email: "mail" } },
    issuerDBCASActivation: 1,
    casAccessControlPolicy: "error",
    casBackChannelSingleLogout: 1,
    casAppMetaDataOptions: byName("casAppMetaDataOptions", {
      Service: `${site}/core/auth/cas/login/`,
      UserAttribute: "uid",
    }),
    casAppMetaDataExportedVars: { [clientId]: { uid: "uid", cn: "cn", mail: "mail" } },
    issuerDBSAMLActivation: 1,
    samlEntityID: "#PORTAL#/saml/metadata",
    samlServicePrivateKeySig: privateKey,
    samlServicePublicKeySig: certificate,
    samlServiceSignatureMethod: "RSA_SHA256",
    samlSPMetaDataXML: { [clientId]: { samlSPMetaDataXML: metadata } },
    samlSPMetaDataOptions: byName("samlSPMetaDataOptions", {
      NameIDFormat: "persistent",
      SignSSOMessage: 1,
      CheckSSOMessageSignature: 1,
      SignSLOMessage: 1,
      CheckSLOMessageSignature: 1,
      EncryptionMode: "assertion",
    }),
    samlSPMetaDataExportedAttributes: { [clientId]: { uid: "1;uid;;", cn: "1;cn;;", mail: "1;mail;;" } },
  };
}

/** Starts one for a site, which it knows in SAML by the metadata the site publishes. */
export async function startLemonLdap(site: string, metadata: string): Promise<LemonLdap> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-lemonldap-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  for (const name of ["configuration", "sessions", "persistent"]) mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, "configuration/lmConf-1.json"),
    JSON.stringify(configuration(folder, url, site, metadata)),
    { mode: 0o600 },
  );
  writeFileSync(
    join(folder, "lemonldap-ng.ini"),
    `[all]
logLevel = warn
checkTime = 3600
localSessionStorage =
[configuration]
type = File
dirName = ${folder}/configuration
[portal]
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`,
  );
  const said = join(folder, "log");
  const child = spawn(
    "/bin/sh",
    [
      "-c",
      'exec plackup -E production --host 127.0.0.1 --port "$1" "$2" >"$3" 2>&1',
      "sh",
      String(port),
      page,
      said,
    ],
    {
      env: { PATH: process.env.PATH ?? "", LLNG_DEFAULTCONFFILE: join(folder, "lemonldap-ng.ini") },
      stdio: "ignore",
    },
  );
  const ended = once(child, "exit");
  const close = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await reachable("127.0.0.1", port, child);
    // What it cannot begin with it answers every request with another status.
    const { status } = await fetch(`${url}/.well-known/openid-configuration`);
    if (status !== 200) throw new Error(`its status is ${status}`);
  } catch (error) {
    const log = readFileSync(said, "utf8");
    await close();
    throw new Error(`LemonLDAP::NG does not start: ${log}`, { cause: error });
  }
  return { url, clientId, clientSecret, close };
}
