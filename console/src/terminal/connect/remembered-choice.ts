import { isRecord } from "../../kit/api/api-error.ts";

/** What was chosen the last time this asset was connected to (docs/contract/console.md, "Web terminal"). */
export interface RememberedChoice {
  account: { alias: string; username: string; has_secret: boolean };
  connectMethod: { value: string };
  protocol: { name: string };
  /** Connect at once the next time, without the dialog. */
  autoLogin: boolean;
  connectOptions: Record<string, unknown>;
}

const storageKey = (assetId: string) => `JMS_PRE_${assetId}`;

/** Reads a stored choice; undefined when there is none or it is not one. */
export function parseChoice(text: string | null): RememberedChoice | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (
      !isRecord(value) ||
      !isRecord(value.account) ||
      !isRecord(value.connectMethod) ||
      !isRecord(value.protocol)
    ) {
      return undefined;
    }
    const { alias, username } = value.account;
    const method = value.connectMethod.value;
    const protocol = value.protocol.name;
    if (typeof alias !== "string" || typeof method !== "string" || typeof protocol !== "string")
      return undefined;
    return {
      account: {
        alias,
        username: typeof username === "string" ? username : "",
        has_secret: value.account.has_secret === true,
      },
      connectMethod: { value: method },
      protocol: { name: protocol },
      autoLogin: value.autoLogin === true,
      connectOptions: isRecord(value.connectOptions) ? value.connectOptions : {},
    };
  } catch {
    return undefined;
  }
}

/** The last choice made for an asset on this browser. */
export function readChoice(assetId: string): RememberedChoice | undefined {
  return parseChoice(localStorage.getItem(storageKey(assetId)));
}

/** Remembers a choice for an asset, keeping keys of other programs in the same entry. */
export function writeChoice(assetId: string, choice: RememberedChoice): void {
  localStorage.setItem(storageKey(assetId), JSON.stringify({ downloadRDP: false, ...choice }));
}

/** Turns the automatic login of an asset off, so that the dialog opens again. */
export function forgetAutoLogin(assetId: string): void {
  const choice = readChoice(assetId);
  if (choice?.autoLogin) writeChoice(assetId, { ...choice, autoLogin: false });
}
