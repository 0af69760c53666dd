import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type AccessChannel,
  at,
  byKey,
  byPassword,
  type Errand,
  type Hand,
  recorded,
  sees,
  showMark,
} from "./access-channel.ts";
import { visitBy, watch } from "./attempt.ts";

const command = { ...recorded, type: "command", protocol: "ssh" } as const;

/** Answers to what is asked of who has no stored credentials, or needs somebody's consent. */
const credentials = ({ who }: Errand) => {
  const { username, password } = who.bed.gateway.target;
  return [
    { when: /Username: $/, type: `${username}\r` },
    { when: /Password for .*: $/, type: `${password}\r` },
    // Nobody is there who would consent.
    { when: /\[Y\/n(\/e)?\]: $/, type: "n\r" },
  ];
};

const catMark = ({ who }: Errand): string => `cat ${who.bed.there}/mark\n`;

/** Master connections are known by a socket, whose path must be short. */
let masters = 0;

/** A connection that is signed in, and on which nothing has been asked for. */
async function shareConnection(errand: Errand): Promise<Hand> {
  const socket = join(errand.who.bed.here, `m${masters++}`);
  const master = spawn("ssh", [...byKey(errand), "-M", "-S", socket, "-N", ...at(errand)], {
    stdio: "ignore",
  });
  const isThere = await watch(
    () => existsSync(socket),
    () => master.exitCode !== null,
    () => "a shared connection",
  );
  if (!isThere) throw new Error("the shared connection was refused");
  return { id: socket, value: "", drop: () => void master.kill() };
}

/** Shells and commands. */
export const terminalChannels: readonly AccessChannel[] = [
  {
    name: "ssh, shell",
    by: "key",
    isAsked: true,
    session: { ...recorded, type: "normal", protocol: "ssh" },
    enter: (errand) =>
      visitBy({
        program: "ssh",
        args: ["-tt", ...byKey(errand), ...at(errand)],
        typed: [...credentials(errand), { when: /[$#] $/, type: catMark(errand) }],
        isReached: sees(errand),
      }),
  },
  {
    name: "ssh, shell without a terminal",
    by: "key",
    session: { ...recorded, type: "normal", protocol: "ssh" },
    enter: (errand) =>
      visitBy({
        program: "ssh",
        args: ["-T", ...byKey(errand), ...at(errand)],
        input: catMark(errand),
        isReached: sees(errand),
      }),
  },
  {
    name: "ssh, shell by the menu",
    by: "key",
    isAsked: true,
    namesNoAccount: true,
    session: { ...recorded, type: "normal", protocol: "ssh" },
    enter: (errand) =>
      visitBy({
        program: "ssh",
        args: ["-tt", ...byKey(errand, errand.who.person.username), ...at(errand)],
        typed: [
          { when: /> $/, type: `${errand.asset.name}\r` },
          ...credentials(errand),
          { when: /Connecting to[\s\S]*[$#] $/, type: catMark(errand) },
          // Back in the menu.
          { when: new RegExp(`${errand.asset.name}\\r?\\n[\\s\\S]*> $`), type: "q\r" },
        ],
        isReached: sees(errand),
      }),
  },
  {
    name: "ssh, command",
    by: "key",
    session: command,
    enter: (errand) =>
      visitBy({
        program: "ssh",
        args: [...byKey(errand), ...at(errand), showMark(errand)],
        isReached: sees(errand),
      }),
  },
  {
    name: "ssh, command with a terminal",
    by: "key",
    session: command,
    enter: (errand) =>
      visitBy({
        program: "ssh",
        args: ["-tt", ...byKey(errand), ...at(errand), showMark(errand)],
        isReached: sees(errand),
      }),
  },
  {
    name: "ssh, command, by password",
    by: "password",
    session: command,
    enter: (errand) =>
      visitBy({
        program: "sshpass",
        args: ["-e", "ssh", ...byPassword(errand), ...at(errand), showMark(errand)],
        environment: { SSHPASS: errand.who.person.password },
        isReached: sees(errand),
      }),
  },
  {
    name: "ssh, command, by temporary password",
    by: "temporary",
    session: command,
    async prepare({ who }) {
      const { body, status, text } = await who.session.call("POST", "authentication/temp-tokens/", {});
      if (status !== 201) throw new Error(`no temporary password: ${text}`);
      return { id: body.id, value: body.secret };
    },
    enter: (errand, hand) =>
      visitBy({
        program: "sshpass",
        args: ["-e", "ssh", ...byPassword(errand), ...at(errand), showMark(errand)],
        environment: { SSHPASS: hand?.value ?? "" },
        isReached: sees(errand),
      }),
  },
  {
    name: "ssh, another channel of a connection that is open",
    by: "shared",
    session: command,
    prepare: shareConnection,
    enter: (errand, hand) =>
      visitBy({
        program: "ssh",
        args: [
          ...byKey(errand),
          "-o",
          "ControlMaster=no",
          "-S",
          hand?.id ?? "",
          ...at(errand),
          showMark(errand),
        ],
        isReached: sees(errand),
      }),
  },
];
