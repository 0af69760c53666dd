import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AccessChannel, byKey, type Errand, recorded, unrecorded } from "./access-channel.ts";
import { type ProgramVisit, visitBy } from "./attempt.ts";

const sftpSession = { ...unrecorded, type: "sftp", protocol: "sftp" } as const;
/** Programs that carry files over a command, whose bytes are recorded as those of any command. */
const programSession = { ...recorded, type: "sftp", protocol: "ssh" } as const;

let files = 0;
/** A file nobody else uses. */
const fresh = (folder: string): string => join(folder, `f${files++}`);

/** Whether something came of a file: the mark in it, or in the part of it that has come. */
const holds = (file: string, mark: string): boolean => {
  try {
    return readFileSync(file, "latin1").includes(mark);
  } catch {
    return false;
  }
};

/**
 * Kilobits per second of `sftp` and `scp`: a big file takes minutes, so that nobody is through on a busy machine. The first
 * of it is there within half a second; every byte after that is enciphered twice and looked at by nobody.
 */
const pace = "500";

const port = ({ who }: Errand): string => String(who.bed.gateway.port);

/** A file of ours with the mark at its front, too long to be carried at once. */
const ours = ({ who }: Errand): string => join(who.bed.here, "big");

type Program = Pick<ProgramVisit, "program" | "args" | "input">;

/** Fetches the file of the target with the mark. */
function fetch(
  { who }: Errand,
  program: (from: string, to: string) => Program,
  from = `${who.bed.there}/big`,
) {
  const to = fresh(who.bed.here);
  return visitBy({ ...program(from, to), isReached: () => holds(to, who.bed.mark) });
}

/** Brings the target a file; it is there when the target has some of it. */
function bring(errand: Errand, program: (from: string, to: string) => Program) {
  const to = fresh(errand.who.bed.there);
  return visitBy({ ...program(ours(errand), to), isReached: () => holds(to, errand.who.bed.mark) });
}

/** Asks for something in `sftp`, which stays; a refusal ends it. */
const sftp = (errand: Errand, input: string, ...more: string[]): Program => ({
  program: "sftp",
  args: [...byKey(errand), ...more, "-q", "-l", pace, "-P", port(errand), "127.0.0.1"],
  // A batch would end with its last line; the end of a refused one is its own request to leave.
  input,
});

const scp = (errand: Errand, from: string, to: string, ...more: string[]): Program => ({
  program: "scp",
  args: [...byKey(errand), ...more, "-q", "-l", pace, "-P", port(errand), from, to],
});

const rsync = (errand: Errand, from: string, to: string): Program => ({
  program: "rsync",
  args: [
    ...["--inplace", "--bwlimit=250", "-e"],
    `ssh ${byKey(errand).join(" ")} -p ${port(errand)}`,
    ...[from, to],
  ],
});

const far = (path: string): string => `127.0.0.1:${path}`;
const refusedBySftp = (said: string): boolean => /denied|not found|no such file|failure/i.test(said);

/** Files. */
export const fileChannels: readonly AccessChannel[] = [
  {
    name: "sftp, download",
    by: "key",
    right: "download",
    session: sftpSession,
    enter: (errand) => {
      const to = fresh(errand.who.bed.here);
      return visitBy({
        ...sftp(errand, `get ${errand.who.bed.there}/mark ${to}\n`),
        isReached: () => holds(to, errand.who.bed.mark),
        isRefused: refusedBySftp,
      });
    },
  },
  {
    name: "sftp, download, asked for as a command",
    by: "key",
    namesProgram: true,
    right: "download",
    session: sftpSession,
    enter: (errand) => {
      const to = fresh(errand.who.bed.here);
      return visitBy({
        ...sftp(errand, `get ${errand.who.bed.there}/mark ${to}\n`, "-s", "/usr/lib/openssh/sftp-server"),
        isReached: () => holds(to, errand.who.bed.mark),
        isRefused: refusedBySftp,
      });
    },
  },
  {
    name: "sftp, download, by the tree",
    by: "key",
    right: "download",
    namesNoAccount: true,
    session: sftpSession,
    enter: (errand) => {
      const { who, asset } = errand;
      const to = fresh(who.bed.here);
      const from = `/Default/${asset.name}/mark`;
      return visitBy({
        ...sftp(errand, `get ${from} ${to}\n`, "-o", `User=${who.person.username}`),
        args: [...byKey(errand, who.person.username), ...["-q", "-P", port(errand), "127.0.0.1"]],
        isReached: () => holds(to, who.bed.mark),
        isRefused: refusedBySftp,
      });
    },
  },
  {
    name: "sftp, upload",
    by: "key",
    right: "upload",
    session: sftpSession,
    enter: (errand) => {
      const to = fresh(errand.who.bed.there);
      return visitBy({
        ...sftp(errand, `put ${errand.who.bed.there}/mark ${to}\n`),
        isReached: () => holds(to, errand.who.bed.mark),
        isRefused: refusedBySftp,
      });
    },
  },
  {
    name: "sftp, delete",
    by: "key",
    right: "delete",
    session: sftpSession,
    enter: (errand) => {
      const file = fresh(errand.who.bed.there);
      writeFileSync(file, "");
      return visitBy({
        ...sftp(errand, `rm ${file}\n`),
        isReached: () => !existsSync(file),
        isRefused: refusedBySftp,
      });
    },
  },
  {
    name: "scp, download",
    by: "key",
    right: "download",
    session: sftpSession,
    enter: (errand) => fetch(errand, (from, to) => scp(errand, far(from), to)),
  },
  {
    name: "scp, upload",
    by: "key",
    right: "upload",
    session: sftpSession,
    enter: (errand) => bring(errand, (from, to) => scp(errand, from, far(to))),
  },
  {
    name: "scp -O, download",
    by: "key",
    namesProgram: true,
    right: "download",
    session: programSession,
    enter: (errand) => fetch(errand, (from, to) => scp(errand, far(from), to, "-O")),
  },
  {
    name: "scp -O, upload",
    by: "key",
    namesProgram: true,
    right: "upload",
    session: programSession,
    enter: (errand) => bring(errand, (from, to) => scp(errand, from, far(to), "-O")),
  },
  {
    name: "rsync, download",
    by: "key",
    namesProgram: true,
    right: "download",
    session: programSession,
    enter: (errand) => fetch(errand, (from, to) => rsync(errand, far(from), to)),
  },
  {
    name: "rsync, upload",
    by: "key",
    namesProgram: true,
    right: "upload",
    session: programSession,
    enter: (errand) => bring(errand, (from, to) => rsync(errand, from, far(to))),
  },
];
