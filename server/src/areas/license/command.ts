import { parseArgs } from "node:util";
import { ConfigError, loadConfig } from "../../engine/config/index.ts";
import { installationIssuer, issueLicense } from "./issuer.ts";
import { publicKeyBytes } from "./license-file.ts";

const usage = `Usage: license issue --corporation NAME --days DAYS [--assets COUNT] [--edition NAME] [--remark TEXT]
       license key

issue   prints a license signed with the key of the installation in SALLYPORT_DATA.
key     prints the public key of that installation. Other installations can trust it with SALLYPORT_LICENSE_KEYS.`;

/**
 * `license issue` and `license key`. Answers what goes to standard output.
 * @param given the arguments after `license`
 * @throws ConfigError with what to correct
 */
export function licenseCommand(given: readonly string[], environment: NodeJS.ProcessEnv, now: Date): string {
  const [verb, ...rest] = given;
  if (verb === "key" && rest.length === 0) {
    return `${publicKeyBytes(issuerOf(environment).publicKey).toString("base64")}\n`;
  }
  if (verb !== "issue") throw new ConfigError([usage]);
  const { corporation = "", days, assets, edition, remark } = readOptions(rest);
  if (corporation.trim() === "" || corporation.length > 128) {
    throw new ConfigError(["--corporation: enter a name of at most 128 characters."]);
  }
  return issueLicense(
    issuerOf(environment),
    {
      corporation: corporation.trim(),
      days: wholeNumber("--days", days, 36_500),
      assets: assets === undefined ? null : wholeNumber("--assets", assets, 100_000_000),
      ...(edition === undefined ? {} : { edition: edition.slice(0, 128) }),
      ...(remark === undefined ? {} : { remark: remark.slice(0, 256) }),
    },
    now,
  );
}

function readOptions(given: readonly string[]) {
  const value = { type: "string" } as const;
  try {
    const options = { corporation: value, days: value, assets: value, edition: value, remark: value };
    return parseArgs({ args: [...given], options }).values;
  } catch (error) {
    throw new ConfigError([`${(error as Error).message}\n${usage}`]);
  }
}

function wholeNumber(name: string, given: string | undefined, largest: number): number {
  const value = Number(given);
  if (given !== undefined && /^\d+$/.test(given) && value >= 1 && value <= largest) return value;
  throw new ConfigError([`${name}: enter a whole number from 1 to ${largest}.`]);
}

function issuerOf(environment: NodeJS.ProcessEnv) {
  return installationIssuer(loadConfig(environment));
}
