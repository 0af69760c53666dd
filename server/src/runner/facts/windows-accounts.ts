import { isObject } from "../../engine/json.ts";
import { type FoundAccount, isAccountName, mostAccounts } from "./found-account.ts";

const script = `
$ProgressPreference = 'SilentlyContinue'; $ErrorActionPreference = 'SilentlyContinue'
[Console]::OutputEncoding = [Text.Encoding]::UTF8
$found = @(Get-LocalUser | Where-Object Enabled | ForEach-Object { @{ name = $_.Name
last = $(if ($_.LastLogon) { $_.LastLogon.ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ssZ') } else { '' }) } })
ConvertTo-Json -Compress -InputObject $found
`;

/** The command that prints the accounts of a Windows machine as JSON. Constant: it carries nothing of a field. */
export const windowsAccountsCommand = `powershell -NoProfile -NonInteractive -EncodedCommand ${Buffer.from(
  script,
  "utf16le",
).toString("base64")}`;

/** The accounts in what the command printed that somebody can sign in as; null when it is no such answer. */
export function readWindowsAccounts(output: string): readonly FoundAccount[] | null {
  const start = output.indexOf("[");
  let answer: unknown;
  try {
    answer = JSON.parse(output.slice(start, output.lastIndexOf("]") + 1));
  } catch {
    return null;
  }
  if (!Array.isArray(answer)) return null;
  return answer.slice(0, mostAccounts).flatMap((one: unknown): FoundAccount[] => {
    if (!isObject(one) || !isAccountName(one.name)) return [];
    const isDate = typeof one.last === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(one.last);
    return [{ username: one.name, date: isDate ? String(one.last) : "", address: "" }];
  });
}
