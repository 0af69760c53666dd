import { FieldError } from "../../../engine/errors.ts";
import { literal, type Message } from "../../../engine/i18n/index.ts";
import {
  type Choice,
  choice,
  type Field,
  integer,
  secret,
  text as textField,
} from "../../../engine/resource/index.ts";
import { readPrivateKey } from "../../accounts/index.ts";
import { text } from "./texts.ts";

/** Types that come with the product, one storage of each: nothing is kept, or the data folder keeps it. */
export const builtInTypes: ReadonlySet<string> = new Set(["null", "server"]);

/** The types of storages, in the contract's order. Contract: docs/contract/storages.md. */
export const storageTypes: readonly Choice[] = [
  { value: "null", label: text.nothing },
  { value: "server", label: text.server },
  { value: "s3", label: literal("S3") },
  { value: "ceph", label: literal("Ceph") },
  { value: "swift", label: literal("Swift") },
  { value: "oss", label: literal("OSS") },
  { value: "azure", label: literal("Azure") },
  { value: "obs", label: literal("OBS") },
  { value: "cos", label: literal("COS") },
  // An addition; components of other makers do not know it.
  { value: "sftp", label: literal("SFTP") },
];

/** The fields of a type's meta that are never read, one of which is kept. */
export function secretNamesOf(type: string): readonly string[] {
  if (type === "sftp") return ["PRIVATE_KEY", "PASSWORD"];
  return [type === "azure" ? "ACCOUNT_KEY" : "SECRET_KEY"];
}

/** An address with or without a scheme, as a URL; throws where it is none. */
export function endpointUrl(endpoint: string, scheme = "https"): URL {
  const hasScheme = /^https?:\/\//i.test(endpoint);
  return new URL(hasScheme ? endpoint : `${scheme}://${endpoint}`);
}

function checkEndpoint(value: string, mayHavePath: boolean): string {
  let url: URL;
  try {
    url = endpointUrl(value);
  } catch {
    throw new FieldError([text.noAddress]);
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new FieldError([text.noAddress]);
  }
  if (!mayHavePath && url.pathname !== "/") throw new FieldError([text.noPath]);
  return value;
}

const short = { maxLength: 1024 } as const;

const examples: Readonly<Record<string, Message>> = {
  s3: text.exampleS3,
  ceph: text.exampleCeph,
  swift: text.exampleCeph,
  oss: text.exampleOss,
  obs: text.exampleObs,
  cos: text.exampleCos,
};

const s3Fields = (type: string): Readonly<Record<string, Field>> => ({
  BUCKET: textField({ label: text.bucket, required: true, ...short }),
  ACCESS_KEY: textField({ label: text.accessKey, ...short }),
  SECRET_KEY: secret({ label: text.secretKey, ...short }),
  ENDPOINT: textField({
    label: text.endpoint,
    required: true,
    ...short,
    ...(examples[type] === undefined ? {} : { help: examples[type] }),
    check: (value) => checkEndpoint(value, type === "obs"),
  }),
});

function checkHost(value: string): string {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}.:_-]*$/u.test(value)) throw new FieldError([text.notHost]);
  return value;
}

function checkHostKey(value: string): string {
  if (value !== "" && !/^[\w@.-]{1,64} SHA256:[\w+/]{43}$/.test(value))
    throw new FieldError([text.notHostKey]);
  return value;
}

function checkPrivateKey(value: string): string {
  if (value === "") return value;
  const key = readPrivateKey(value, "");
  if (key === null) throw new FieldError([text.notPrivateKey]);
  return key.text;
}

/** Answers something else than the key it was made of where the text is no Base64. */
function checkAccountKey(value: string): string {
  if (value !== "" && Buffer.from(value, "base64").toString("base64") !== value) {
    throw new FieldError([text.notAccountKey]);
  }
  return value;
}

const fields: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  ...Object.fromEntries(["s3", "ceph", "oss", "obs", "cos"].map((type) => [type, s3Fields(type)])),
  swift: {
    ...s3Fields("swift"),
    REGION: textField({ label: text.region, required: true, ...short }),
    PROTOCOL: choice({
      label: text.scheme,
      choices: ["http", "https"].map((value) => ({ value, label: literal(value) })),
      default: "http",
    }),
  },
  sftp: {
    HOST: textField({ label: text.host, required: true, ...short, check: checkHost }),
    PORT: integer({ label: text.port, default: 22, minimum: 1, maximum: 65_535 }),
    USERNAME: textField({ label: text.username, required: true, ...short }),
    PASSWORD: secret({ label: text.sftpPassword, ...short }),
    PRIVATE_KEY: secret({
      label: text.privateKey,
      help: text.privateKeyHelp,
      maxLength: 16_384,
      check: checkPrivateKey,
    }),
    ROOT: textField({ label: text.folder, help: text.folderHelp, ...short }),
    HOST_KEY: textField({ label: text.hostKey, help: text.hostKeyHelp, ...short, check: checkHostKey }),
  },
  azure: {
    CONTAINER_NAME: textField({ label: text.container, required: true, ...short }),
    ACCOUNT_NAME: textField({ label: text.accountName, required: true, ...short }),
    ACCOUNT_KEY: secret({ label: text.accountKey, required: true, ...short, check: checkAccountKey }),
    ENDPOINT_SUFFIX: choice({
      label: text.endpointSuffix,
      choices: ["core.chinacloudapi.cn", "core.windows.net"].map((value) => ({
        value,
        label: literal(value),
      })),
      default: "core.chinacloudapi.cn",
    }),
  },
};

/** What is asked of a storage of a type; nothing of one that is built in. */
export const metaFieldsOf = (type: string): Readonly<Record<string, Field>> => fields[type] ?? {};
