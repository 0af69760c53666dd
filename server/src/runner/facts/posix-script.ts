import { sectionScript } from "./sections.ts";

/** Names of the sections, in the order the script prints them. */
export const sections = [
  "release",
  "system",
  "processors",
  "lscpu",
  "memory",
  "disks",
  "board",
  "bsd",
  "macos",
  "aix",
] as const;

/** One of the sections. */
export type Section = (typeof sections)[number];

/** Each section: portable, reading only, bounded in what it prints. A command that is not there prints nothing. */
const commands: Readonly<Record<Section, string>> = {
  release: "head -c 4096 /etc/os-release || head -c 4096 /usr/lib/os-release",
  system: "uname -s; uname -r; uname -m",
  processors:
    "grep -E '^(processor|physical id|cpu cores|model name|Hardware)' /proc/cpuinfo | cut -c 1-160 | head -n 20000",
  lscpu: "lscpu | grep -E '^(CPU\\(s\\)|Socket|Core|Model name)' | cut -c 1-160 | head -n 20",
  memory: "grep '^MemTotal' /proc/meminfo",
  disks: "df -P -k | cut -c 1-400 | head -n 500",
  board:
    "for name in sys_vendor product_name product_serial; do printf '%s=' $name; head -c 200 /sys/class/dmi/id/$name; echo; done",
  bsd: "for name in hw.model hw.ncpu hw.physmem hw.memsize hw.physicalcpu machdep.cpu.brand_string; do printf '%s=' $name; sysctl -n $name | head -c 200; echo; done",
  macos: "sw_vers | head -n 5",
  aix: '[ "$(uname -s)" = AIX ] && prtconf | head -n 40',
};

/** The script that prints what a machine is; see `sectionScript`. */
export const posixFactsScript = (word: string): string => sectionScript(word, commands);
