import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { posixFactsScript } from "./posix-script.ts";
import { readPosixFacts } from "./read-posix.ts";
import { sectionMark } from "./sections.ts";
import { readWindowsFacts } from "./windows.ts";

const word = "0123abcd";
const printed = (sections: Readonly<Record<string, string>>) =>
  Object.entries(sections)
    .map(([name, text]) => `${sectionMark}${word} ${name}\n${text}\n`)
    .join("");

describe("the facts of a machine", () => {
  it("are read from what Linux prints", () => {
    const facts = readPosixFacts(
      printed({
        release: 'NAME="Debian GNU/Linux"\nVERSION_ID="12"\nHOME_URL="https://example.org/"',
        system: "Linux\n6.1.0-18-amd64\nx86_64",
        processors: [0, 1, 2, 3]
          .map(
            (at) =>
              `processor\t: ${at}\nmodel name\t: Intel(R)  Xeon(R) CPU E5-2680 v4 @ 2.40GHz of a very long name\nphysical id\t: ${at % 2}\ncpu cores\t: 2`,
          )
          .join("\n"),
        memory: "MemTotal:       16265236 kB",
        disks:
          "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda1 104857600 1 1 1% /\n/dev/sda1 104857600 1 1 1% /mnt\n/dev/loop0 999999 1 1 100% /snap\ntmpfs 8000000 0 1 0% /run",
        board: "sys_vendor=Dell Inc.\nproduct_name=PowerEdge R730\nproduct_serial=ABC123",
      }),
      word,
    );
    expect(facts).toEqual({
      vendor: "Dell Inc.",
      model: "PowerEdge R730",
      sn: "ABC123",
      cpu_model: "Intel(R) Xeon(R) CPU E5-2680 v4 @ 2.40GHz of a v",
      cpu_count: "2",
      cpu_cores: "2",
      cpu_vcpus: "4",
      memory: "15.51",
      disk_total: "100.00",
      distribution: "Debian GNU/Linux",
      distribution_version: "12",
      arch: "x86_64",
      kernel: "6.1.0-18-amd64",
    });
  });

  it("are read from macOS, AIX and ARM boards", () => {
    const macos = printed({
      system: "Darwin\n23.1.0\narm64",
      bsd: "hw.model=Mac14,2\nhw.ncpu=8\nhw.memsize=17179869184\nhw.physicalcpu=8\nmachdep.cpu.brand_string=Apple M2",
      macos: "ProductName:\t\tmacOS\nProductVersion:\t\t14.1",
    });
    expect(readPosixFacts(macos, word)).toMatchObject({
      ...{ vendor: "Apple", model: "Mac14,2", cpu_model: "Apple M2", memory: "16.00" },
      ...{ distribution: "macOS", distribution_version: "14.1", cpu_vcpus: "8" },
    });
    const aix = printed({
      system: "AIX\n2\n00F9",
      aix: "System Model: IBM,9009-22A\nMachine Serial Number: 78ABCDE\nProcessor Type: PowerPC_POWER9\nNumber Of Processors: 4\nMemory Size: 32768 MB",
    });
    expect(readPosixFacts(aix, word)).toMatchObject({
      ...{ model: "IBM,9009-22A", sn: "78ABCDE", cpu_model: "PowerPC_POWER9", cpu_vcpus: "4" },
      ...{ memory: "32.00", distribution: "AIX" },
    });
  });

  it("are read from what PowerShell prints", () => {
    const answer = {
      ...{ vendor: "VMware, Inc.", model: "VMware7,1", sn: "VMware-42", cpu: "Intel(R) Xeon(R)", sockets: 2 },
      ...{
        cores: 4,
        threads: 8,
        memory: 17179332608,
        disk: 107374182400,
        name: "Microsoft Windows Server 2022",
      },
      ...{ version: "10.0.20348", arch: "64-bit" },
    };
    expect(readWindowsFacts(`\ufeff${JSON.stringify(answer)}\r\n`)).toMatchObject({
      ...{ vendor: "VMware, Inc.", cpu_count: "2", cpu_vcpus: "8", memory: "16.00", disk_total: "100.00" },
      ...{ distribution: "Microsoft Windows Server 2022", arch: "64-bit" },
    });
    expect(readWindowsFacts("'powershell' is not recognized as a command")).toBeNull();
    expect(readWindowsFacts("{}")).toEqual({});
  });

  it("are bounded and plain, whatever a machine prints", () => {
    const names = ["release", "system", "processors", "memory", "disks", "board", "bsd", "aix", "nothing"];
    const section = fc.tuple(fc.constantFrom(...names), fc.string({ unit: "binary", maxLength: 400 }));
    fc.assert(
      fc.property(fc.array(section, { maxLength: 12 }), fc.string({ unit: "binary" }), (parts, noise) => {
        const output =
          noise + parts.map(([name, text]) => `${sectionMark}${word} ${name}\n${text}\n`).join("");
        for (const value of Object.values(readPosixFacts(output, word))) {
          expect(value).not.toMatch(/\p{Cc}/u);
          expect(value.length).toBeLessThanOrEqual(128);
        }
      }),
    );
    expect(posixFactsScript(word)).toContain(`${sectionMark}${word} release`);
  });

  it("does not take sections for its own that a machine makes up", () => {
    expect(readPosixFacts(`${sectionMark}other board\nsys_vendor=Nobody\n`, word)).toEqual({});
  });
});
