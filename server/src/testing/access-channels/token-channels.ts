import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { TerminalClient } from "../../engine/testing/terminal-client.ts";
import { hashOf } from "../../gateway/clients/file-manager/hash.ts";
import { FileManagerClient } from "../../gateway/testing/file-manager-client.ts";
import type { TestAnswer } from "../product.ts";
import {
  type AccessChannel,
  at,
  byPassword,
  type Errand,
  type Hand,
  recorded,
  sees,
  showMark,
  unrecorded,
} from "./access-channel.ts";
import { type Attempt, visitBy, watch } from "./attempt.ts";
import { forwarding, portToForward } from "./forward-channels.ts";

/** What a token is asked for with. */
const connectionRequestOf = ({ who, asset }: Errand, protocol: string, method: string) => ({
  asset: asset.id,
  account: who.account,
  protocol,
  connect_method: method,
});

/** A connection token of the person's. */
async function tokenFor(errand: Errand, takenProtocol: string, takenMethod: string): Promise<Hand> {
  const { protocol, method } = errand.who.token ?? { protocol: takenProtocol, method: takenMethod };
  const answer = await errand.who.session.call(
    "POST",
    "authentication/connection-token/",
    connectionRequestOf(errand, protocol, method),
  );
  if (answer.status !== 201) throw new Error(`no connection token: ${answer.text}`);
  return { id: answer.body.id, value: answer.body.value };
}

const named = (hand: Hand | null): string => `JMS-${hand?.id ?? ""}`;

const shown = (hand: Hand | null) => ({ SSHPASS: hand?.value ?? "" });

/** A terminal in a browser. */
function browse(errand: Errand, hand: Hand | null): Attempt {
  const { who } = errand;
  const { bed } = who;
  let said = "";
  let client: TerminalClient | null = null;
  let isOver = false;
  const cookie = Object.entries(who.session.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
  const ended = (async () => {
    try {
      client = await TerminalClient.session({
        url: bed.url,
        token: hand?.id ?? "",
        headers: { cookie, origin: bed.url },
        onOutput: (data) => {
          said += data.toString();
        },
      });
      client.type(`cat ${bed.there}/mark\r`);
      await client.closed;
    } catch (error) {
      said += inspect(error);
    } finally {
      isOver = true;
    }
  })();
  return {
    reached: watch(
      () => sees(errand)(said),
      () => isOver,
      () => said,
    ),
    ended,
    said: () => said,
    async leave() {
      await client?.close();
      await ended;
    },
  };
}

/** A file of the target, fetched in a browser's file manager, which stays open. */
function fetchInBrowser(
  errand: Errand,
  token: string | undefined,
  find: (client: FileManagerClient) => Promise<string | undefined>,
): Attempt {
  const { who } = errand;
  const { bed } = who;
  let said = "";
  let client: FileManagerClient | null = null;
  let isOver = false;
  const cookie = Object.entries(who.session.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
  const ended = (async () => {
    try {
      const headers = { cookie, origin: bed.url };
      client = await FileManagerClient.open({
        url: bed.url,
        headers,
        ...(token === undefined ? {} : { token }),
      });
      const target = await find(client);
      if (target === undefined) throw new Error("No such file");
      const { bytes } = await client.call("file", { target });
      said += bytes.toString();
      if (!sees(errand)(said)) isOver = true;
      await client.closed;
    } catch (error) {
      said += inspect(error);
    } finally {
      isOver = true;
    }
  })();
  return {
    reached: watch(
      () => sees(errand)(said),
      () => isOver,
      () => said,
    ),
    ended,
    said: () => `${said}${client?.said ?? ""}`,
    async leave() {
      await client?.close();
      await ended;
    },
  };
}

const webFiles = { type: "sftp", login_from: "WT", is_recorded: false, protocol: "sftp" } as const;

/** A call of the API, which is over with its answer. */
function call(ask: () => Promise<TestAnswer>, isReached: (answer: TestAnswer) => boolean): Attempt {
  let said = "";
  const answered = ask().then((answer) => {
    said = answer.text;
    return isReached(answer);
  });
  return {
    reached: answered,
    ended: answered.then(() => undefined),
    said: () => said,
    leave: async () => undefined,
  };
}

const superTokens = "authentication/super-connection-token/";

/** Connection tokens, wherever they open something. */
export const tokenChannels: readonly AccessChannel[] = [
  {
    name: "ssh, command, by connection token",
    by: "token",
    session: { ...recorded, type: "command", protocol: "ssh" },
    prepare: (errand) => tokenFor(errand, "ssh", "ssh_client"),
    enter: (errand, hand) =>
      visitBy({
        program: "sshpass",
        args: ["-e", "ssh", ...byPassword(errand, named(hand)), ...at(errand), showMark(errand)],
        environment: shown(hand),
        isReached: sees(errand),
      }),
  },
  {
    name: "ssh, shell, by connection token",
    by: "token",
    session: { ...recorded, type: "normal", protocol: "ssh" },
    prepare: (errand) => tokenFor(errand, "ssh", "ssh_guide"),
    enter: (errand, hand) =>
      visitBy({
        program: "sshpass",
        args: ["-e", "ssh", "-tt", ...byPassword(errand, named(hand)), ...at(errand)],
        environment: shown(hand),
        typed: [{ when: /[$#] $/, type: `cat ${errand.who.bed.there}/mark\n` }],
        isReached: sees(errand),
      }),
  },
  {
    name: "ssh -L, by connection token",
    by: "token",
    forwarding: "local",
    session: { ...unrecorded, type: "tunnel", protocol: "ssh" },
    async prepare(errand) {
      const port = String(await portToForward());
      return { ...(await tokenFor(errand, "ssh", "ssh_client")), port };
    },
    enter: (errand, hand) => {
      const { port = "0" } = hand as { port?: string };
      const way = `${port}:127.0.0.1:${errand.who.bed.markPort}`;
      const args = ["-e", "ssh", "-N", "-L", way, ...byPassword(errand, named(hand)), ...at(errand)];
      return forwarding(errand, Number(port), args, { program: "sshpass", environment: shown(hand) });
    },
  },
  ...(["sftp_client", "ssh_client"] as const).map(
    (method): AccessChannel => ({
      name: `sftp, download, by connection token (${method})`,
      by: "token",
      right: "download",
      session: { ...unrecorded, type: "sftp", protocol: "sftp" },
      prepare: (errand) => tokenFor(errand, method === "sftp_client" ? "sftp" : "ssh", method),
      enter: (errand, hand) => {
        const { bed } = errand.who;
        const to = join(bed.here, `t${hand?.id}`);
        const port = ["-P", String(bed.gateway.port)];
        return visitBy({
          program: "sshpass",
          args: ["-e", "sftp", ...byPassword(errand, named(hand)), "-q", ...port, "127.0.0.1"],
          environment: shown(hand),
          input: `get ${bed.there}/mark ${to}\n`,
          isReached: () => {
            try {
              return readFileSync(to, "utf8").includes(bed.mark);
            } catch {
              return false;
            }
          },
          isRefused: (said) => /denied|not found|no such file|failure/i.test(said),
        });
      },
    }),
  ),
  {
    name: "web terminal",
    by: "browser",
    session: { type: "normal", login_from: "WT", is_recorded: true, protocol: "ssh" },
    prepare: (errand) => tokenFor(errand, "ssh", "web_cli"),
    enter: browse,
  },
  {
    name: "file manager, download, by token",
    by: "browser",
    right: "download",
    session: webFiles,
    prepare: (errand) => tokenFor(errand, "sftp", "web_sftp"),
    enter: (errand, hand) =>
      fetchInBrowser(errand, hand?.id ?? "", async () => hashOf(`${errand.who.bed.there}/mark`)),
  },
  {
    name: "file manager, download, by the tree",
    by: "page",
    right: "download",
    namesNoAccount: true,
    session: webFiles,
    enter: (errand) =>
      fetchInBrowser(errand, undefined, async () => hashOf(`/Default/${errand.asset.name}/mark`)),
  },
  {
    name: "component, with somebody's connection token",
    by: "component",
    session: null,
    prepare: (errand) => tokenFor(errand, "ssh", "ssh_client"),
    enter: ({ who }, hand) =>
      call(
        () => who.bed.component.call("POST", `${superTokens}secret/`, { id: hand?.id }),
        ({ status, body }) => status === 200 && typeof body.account.secret === "string",
      ),
  },
  {
    name: "component, asking for somebody",
    by: "component",
    session: null,
    enter: (errand) =>
      call(
        () =>
          errand.who.bed.component.call("POST", superTokens, {
            ...connectionRequestOf(errand, "ssh", "web_cli"),
            user: errand.who.person.id,
          }),
        ({ status }) => status === 201,
      ),
  },
  ...(["ssh", "sftp"] as const).map(
    (protocol): AccessChannel => ({
      name: `asking for a connection token (${protocol})`,
      by: "asking",
      session: null,
      ...(protocol === "sftp" ? { right: "download" as const } : {}),
      enter: (errand) =>
        call(
          () =>
            errand.who.session.call(
              "POST",
              "authentication/connection-token/",
              connectionRequestOf(errand, protocol, protocol === "ssh" ? "web_cli" : "sftp_client"),
            ),
          ({ status }) => status === 201,
        ),
    }),
  ),
];
