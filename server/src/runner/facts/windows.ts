import { isObject } from "../../engine/json.ts";
import { count, type Facts, inGibibytes, knownFacts } from "./facts.ts";

const script = `
$ProgressPreference = 'SilentlyContinue'; $ErrorActionPreference = 'SilentlyContinue'
[Console]::OutputEncoding = [Text.Encoding]::UTF8
$o = Get-CimInstance Win32_OperatingSystem; $s = Get-CimInstance Win32_ComputerSystem
$b = Get-CimInstance Win32_BIOS; $p = @(Get-CimInstance Win32_Processor)
$d = @(Get-CimInstance Win32_LogicalDisk -Filter 'DriveType=3')
@{ vendor = $s.Manufacturer; model = $s.Model; sn = $b.SerialNumber; cpu = $p[0].Name; sockets = $p.Count
cores = $p[0].NumberOfCores; threads = $s.NumberOfLogicalProcessors; memory = [double]$s.TotalPhysicalMemory
disk = [double](($d | Measure-Object Size -Sum).Sum); name = $o.Caption; version = $o.Version
arch = $o.OSArchitecture } | ConvertTo-Json -Compress
`;

/** The command that prints the facts of a Windows machine as JSON. Constant: it carries nothing of a field. */
export const windowsFactsCommand = `powershell -NoProfile -NonInteractive -EncodedCommand ${Buffer.from(
  script,
  "utf16le",
).toString("base64")}`;

/** The facts in what the command printed; null when it is no such answer. */
export function readWindowsFacts(output: string): Facts | null {
  const start = output.indexOf("{");
  let answer: unknown;
  try {
    answer = JSON.parse(output.slice(start, output.lastIndexOf("}") + 1));
  } catch {
    return null;
  }
  if (!isObject(answer)) return null;
  const { name, version, arch, vendor, model, sn, cpu, sockets, cores, threads, memory, disk } = answer;
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const number = (value: unknown) => count(typeof value === "number" ? value : undefined)?.toString();
  const size = (value: unknown) => (typeof value === "number" ? inGibibytes(value / 1024) : undefined);
  return knownFacts({
    vendor: text(vendor),
    model: text(model),
    sn: text(sn),
    cpu_model: text(cpu)?.replace(/\s+/g, " "),
    cpu_count: number(sockets),
    cpu_cores: number(cores),
    cpu_vcpus: number(threads),
    memory: size(memory),
    disk_total: size(disk),
    distribution: text(name),
    distribution_version: text(version),
    arch: text(arch),
    kernel: text(version),
  });
}
