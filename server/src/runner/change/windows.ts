import { randomBytes } from "node:crypto";
import { onWindows } from "../protocols/windows.ts";
import { badName, type ChangeMeans, missing, passwordOf, refused, sending } from "./means.ts";

const longestPassword = 127;

/** Reads one line: what to do, as JSON in base 64. The groups every Windows has under names of its language go by their numbers. */
const script = `
$ProgressPreference = 'SilentlyContinue'; $ErrorActionPreference = 'Stop'
try { [Console]::OutputEncoding = [Text.Encoding]::UTF8 } catch { }
$d = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String([Console]::In.ReadLine())) | ConvertFrom-Json
try {
  $u = Get-LocalUser | Where-Object { $_.Name -eq $d.name }
  if (-not $u -and -not $d.create) { "$($d.word) missing"; exit 0 }
  $p = New-Object Security.SecureString
  foreach ($c in $d.password.ToCharArray()) { $p.AppendChar($c) }
  if ($u) { Set-LocalUser -Name $d.name -Password $p -PasswordNeverExpires $true }
  else { New-LocalUser -Name $d.name -FullName $d.name -Password $p -PasswordNeverExpires | Out-Null }
  if (-not $u) {
    foreach ($g in $d.groups) {
      $sid = @{ 'Users' = 'S-1-5-32-545'; 'Remote Desktop Users' = 'S-1-5-32-555'; 'Administrators' = 'S-1-5-32-544'
        'Remote Management Users' = 'S-1-5-32-580' }[$g]
      try {
        if ($sid) { Add-LocalGroupMember -SID $sid -Member $d.name } else { Add-LocalGroupMember -Group $g -Member $d.name }
      } catch [Microsoft.PowerShell.Commands.MemberExistsException] { }
    }
  }
  "$($d.word) done"
} catch { "$($d.word) refused"; "$_"; exit 0 }
`;

/**
 * Has the machine check a password of a local account by a sign-in over the network, which says whether it is right even where
 * the account may not sign in so. What Windows answers is told as its number.
 */
const attestation = `
$ProgressPreference = 'SilentlyContinue'; $ErrorActionPreference = 'Stop'
try { [Console]::OutputEncoding = [Text.Encoding]::UTF8 } catch { }
$d = [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String([Console]::In.ReadLine())) | ConvertFrom-Json
try {
  $l = Add-Type -PassThru -Namespace Sallyport -Name Logon -MemberDefinition @'
[DllImport("advapi32.dll", SetLastError = true, CharSet = CharSet.Unicode)]
public static extern bool LogonUser(string user, string domain, string password, int type, int provider, out IntPtr token);
[DllImport("kernel32.dll")]
public static extern bool CloseHandle(IntPtr handle);
public static int Try(string user, string password) {
  IntPtr token;
  if (!LogonUser(user, ".", password, 3, 0, out token)) return Marshal.GetLastWin32Error();
  CloseHandle(token);
  return 0;
}
'@
  "$($d.word) code $($l::Try($d.name, $d.password))."
} catch { "$($d.word) unknown" }
`;

const commandOf = (text: string): string =>
  `powershell -NoProfile -NonInteractive -EncodedCommand ${Buffer.from(text, "utf16le").toString("base64")}`;

/** The command; constant: it carries nothing of a field. */
export const windowsPasswordCommand = commandOf(script);

/** The command that has a password checked; constant, too. */
export const windowsAttestationCommand = commandOf(attestation);

/** Signed in; and right, but the account may not sign in over the network (ERROR_LOGON_TYPE_NOT_GRANTED). */
const rightCodes = ["0", "1385"];

/** A local name; without a domain. */
const isLocalName = (username: string): boolean =>
  username !== "" && !/["/\\[\]:;|=,+*?<>@\p{Cc}]/u.test(username);

const inputOf = (request: object): string => `${Buffer.from(JSON.stringify(request)).toString("base64")}\r\n`;

/** Passwords of Windows machines over SSH or WinRM, by PowerShell; what it works on comes over its input. */
export const windowsPassword: ChangeMeans = {
  async set(target, change) {
    const { username } = change.account;
    if (username === "" || /["/\\[\]:;|=,+*?<>\p{Cc}]/u.test(username)) throw badName(target, change);
    const password = passwordOf(target, change, longestPassword);
    const word = randomBytes(12).toString("hex");
    const { groups } = target.spec.params;
    const names = typeof groups === "string" ? groups.split(",").map((name) => name.trim()) : [];
    const request = { word, name: username, password, create: change.create, groups: names.filter(Boolean) };
    const { output } = await onWindows(target, (machine) =>
      sending(target, () => machine.run(windowsPasswordCommand, inputOf(request))),
    );
    const said = output.toString("utf8");
    if (said.includes(`${word} done`)) return "";
    if (said.includes(`${word} missing`)) throw missing(target, change);
    if (said.includes(`${word} refused`)) throw refused(target, said.replace(`${word} refused`, ""));
    return await sending(target, async () => {
      throw new Error(said);
    });
  },
  async attests(target, { account: { username } }, secret) {
    // Over SSH every account is let in, unless somebody has decided otherwise.
    const isOwn = target.account.username.toLowerCase() === username.toLowerCase();
    if (target.spec.target.protocol !== "winrm" || isOwn || !isLocalName(username)) return false;
    const word = randomBytes(12).toString("hex");
    const input = inputOf({ word, name: username, password: secret });
    const { output } = await onWindows(target, (machine) => machine.run(windowsAttestationCommand, input));
    const said = output.toString("utf8");
    return rightCodes.some((code) => said.includes(`${word} code ${code}.`));
  },
};
