import type { AccessChannel } from "./access-channel.ts";
import type { Case } from "./case.ts";
import { ends, goesOn, notApplicable, reached, refused, type Situation } from "./situation.ts";
import { sessionTraces } from "./traces.ts";

const configure = (who: Case, settings: Readonly<Record<string, number | boolean>>) =>
  who.bed.gateway.product.configure(settings);

const insideOnly = () => notApplicable("it is about who is in");

const carriesFilesNow = ({ name }: AccessChannel): boolean => /^(scp|rsync)/.test(name);

/** What holds for sessions while they run, whatever was granted. */
export const sessionSituations: readonly Situation[] = [
  {
    name: "the session ended by an administrator",
    thorough: true,
    async change(who) {
      const running: string[] = [];
      for (const asset of who.assets.values())
        running.push(...(await sessionTraces(who, asset)).map(({ id }) => id));
      await who.administer("POST", "terminal/tasks/kill-session/", running);
    },
    after: insideOnly,
    inside: () => ends("terminated"),
  },
  {
    name: "the longest time of a session over",
    thorough: true,
    change: (who) => configure(who, { SECURITY_MAX_SESSION_TIME: 0.0001 }),
    undo: (who) => configure(who, { SECURITY_MAX_SESSION_TIME: 24 }),
    after: insideOnly,
    inside: () => ends("maximum_time"),
  },
  {
    name: "nothing done for the longest idle time",
    thorough: true,
    change: (who) => configure(who, { SECURITY_MAX_IDLE_TIME: 0.01 }),
    undo: (who) => configure(who, { SECURITY_MAX_IDLE_TIME: 30 }),
    after: insideOnly,
    inside: (channel) =>
      carriesFilesNow(channel) ? notApplicable("bytes pass, now and then") : ends("idle"),
  },
  {
    name: "the permission removed where sessions may be finished",
    async change(who) {
      await configure(who, { SECURITY_SESSION_END_WITH_PERMISSION: false });
      await who.administer("DELETE", `perms/asset-permissions/${who.permission}/`);
    },
    undo: (who) => configure(who, { SECURITY_SESSION_END_WITH_PERMISSION: true }),
    after: insideOnly,
    inside: () => goesOn("that is what the setting says"),
  },
  {
    name: "the SSH server switched off",
    change: (who) => configure(who, { TERMINAL_KOKO_SSH_ENABLED: false }),
    undo: (who) => configure(who, { TERMINAL_KOKO_SSH_ENABLED: true }),
    after: ({ by }) =>
      by === "shared" ||
      by === "browser" ||
      by === "page" ||
      by === "component" ||
      by === "asking" ||
      by === "clock"
        ? reached
        : refused("sign-in"),
    inside: () => goesOn("it closes the channel and nothing else"),
    // Nobody gets as far as a name.
    isLogged: () => false,
  },
];
