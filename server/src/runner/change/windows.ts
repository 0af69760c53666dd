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

/** The command; constant: it carries nothing of a field. */
export const windowsPasswordCommand = `powershell -NoProfile -NonInteractive -EncodedCommand ${Buffer.from(
  script,
  "utf16le",
).toString("base64")}`;

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
    const input = `${Buffer.from(JSON.stringify(request)).toString("base64")}\r\n`;
    const { output } = await onWindows(target, (machine) =>
      sending(target, () => machine.run(windowsPasswordCommand, input)),
    );
    const said = output.toString("utf8");
    if (said.includes(`${word} done`)) return "";
    if (said.includes(`${word} missing`)) throw missing(target, change);
    if (said.includes(`${word} refused`)) throw refused(target, said.replace(`${word} refused`, ""));
    return await sending(target, async () => {
      throw new Error(said);
    });
  },
};
