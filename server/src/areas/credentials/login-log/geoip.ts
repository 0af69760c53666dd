import { isIP } from "node:net";
import { type CityResponse, open, type Reader } from "maxmind";
import { addressMatches } from "../../../engine/access/index.ts";
import type { Config } from "../../../engine/config/index.ts";
import { log } from "../../../engine/log.ts";

/** Texts instead of a city: private networks, unknown addresses, and no address at all. */
export const noLocation = { inside: "LAN", unknown: "Unknown", invalid: "Invalid ip" } as const;

const privateNetworks = [
  "10.0.0.0/8",
  "100.64.0.0/10",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "::1",
  "fc00::/7",
  "fe80::/10",
];

/** The operator's geoip database, by its file; null when it cannot be read. */
const readers = new Map<string, Promise<Reader<CityResponse> | null>>();

function readerOf(path: string): Promise<Reader<CityResponse> | null> {
  const known = readers.get(path);
  if (known !== undefined) return known;
  // A replaced file is read at once.
  const opening = open<CityResponse>(path, {
    watchForUpdates: true,
    watchForUpdatesNonPersistent: true,
  }).catch((error: unknown) => {
    log.error({ err: error, path }, "the geoip database cannot be read; cities stay unknown");
    return null;
  });
  readers.set(path, opening);
  return opening;
}

/** Where an address is, as far as can be told: city, region and country, in English, the narrowest first. */
export async function locateAddress(
  { geoipFile }: Pick<Config, "geoipFile">,
  address: string,
): Promise<string> {
  if (isIP(address) === 0) return noLocation.invalid;
  if (addressMatches(address, privateNetworks)) return noLocation.inside;
  const reader = geoipFile === null ? null : await readerOf(geoipFile);
  const found = reader?.get(address) ?? null;
  const names = [found?.city, found?.subdivisions?.[0], found?.country].map((one) => one?.names.en);
  const known = [...new Set(names.filter((name) => name !== undefined))];
  return known.length === 0 ? noLocation.unknown : known.join(", ");
}

/** Whether the answer of `locateAddress` names a city. */
export const isKnownLocation = (location: string): boolean =>
  !Object.values<string>(noLocation).includes(location);
