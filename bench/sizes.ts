import type { SnapshotSizes } from "./dataset/dataset.ts";

/** How much is measured. */
export interface Sizes {
  /**
   * Whether parts that change what they measure on all get the same product: each start costs ten seconds of a core.
   * They hinder each other then, which matters where figures count.
   */
  readonly sharesProducts: boolean;
  /** What the products hold that most parts measure on. */
  readonly snapshots: SnapshotSizes;
  /** Hosts imported, by one call and in the browser. */
  readonly imported: number;
  /** Rows in the smaller and the larger export. */
  readonly exported: readonly [small: number, large: number];
  /** What a year leaves behind, where start pages are asked for their figures. */
  readonly activity: { readonly audits: number; readonly sessions: number };
  /** Stored audit rows whose lists are asked for, with a tenth as many sessions; `--audit-rows` sets another number. */
  readonly auditRows: number;
  /** Requests of each kind in one round. */
  readonly requests: number;
  /** Interleaved rounds of every comparison. */
  readonly rounds: number;
  /** Times that decisions are timed with rules, and as often without: short turns, for the machine's pace changes. */
  readonly ruleTurns: number;
  /** Searches for each term. */
  readonly searches: number;
  /** Tickets that one person is or was asked about. */
  readonly tickets: number;
  readonly signIns: number;
  /** People who sign in at the same moment. */
  readonly arrivals: number;
  /** Sign-ins with an identity provider. */
  readonly foreignSignIns: number;
  /** People in a directory that is imported. */
  readonly directoryPeople: number;
  /** Mails queued by one call. */
  readonly mails: number;
  /** Events that are put in order and delivered. */
  readonly events: number;
  /** Sessions that are opened while somebody is told of it, and as many while nobody is. */
  readonly openings: number;
  /** Visits of a page of the console. */
  readonly visits: number;
  /** Pixels a list is scrolled each way. */
  readonly scrolled: number;
  /** Bytes of terminal output in the recording that is opened and sought in. */
  readonly recordedBytes: number;
  /** Hours whose evidence is kept. */
  readonly recordedHours: number;
  /** Recordings that are searched, and how often. */
  readonly recordings: number;
  readonly recordingSearches: number;
  /** Seconds of a busy terminal whose recording is indexed. */
  readonly indexedSeconds: number;
  /** Bytes of terminal output in one round. */
  readonly outputBytes: number;
  /** Entries of a folder that is listed in the browser. */
  readonly listedFiles: number;
  readonly keystrokes: number;
  /** Sessions that print while a keystroke is measured. */
  readonly printing: number;
  /** Each how many-th form of the evasion corpus is tried in the shells that have it. */
  readonly evasionStep: number;
  /** Pairs of terminals without and with command rules, keys typed into each, and sessions that begin under many rules. */
  readonly echoTurns: number;
  readonly echoKeys: number;
  readonly ruleStarts: number;
  /** Sign-ins to the SSH gateway. */
  readonly sshSignIns: number;
  /** Channels opened on a connection that is signed in. */
  readonly channels: number;
  /** Sessions that are open and idle. */
  readonly idleSessions: number;
  /** Clients that take nothing of the flood they asked for, how long it is looked at, and connections nobody signs in on. */
  readonly stalled: number;
  readonly floodSeconds: number;
  readonly halfOpen: number;
  /** Hosts whose connectivity is tested by one execution. */
  readonly tested: number;
  /**
   * Hosts whose secrets are changed by one plan, on so many real servers; hosts whose accounts are looked for, and how many there
   * are on each; executions and records in the lists that are asked for.
   */
  readonly rotation: {
    readonly rotated: number;
    readonly servers: number;
    readonly discovered: number;
    readonly accountsEach: number;
    readonly records: number;
  };
  /** Jobs of people that come due at the same time. */
  readonly scheduled: number;
  /** Components whose heartbeats are heard, and the seconds between two of the same one: half a minute, as the contract has it. */
  readonly components: number;
  readonly componentSeconds: number;
  /** Warm starts. */
  readonly starts: number;
  /** Seconds of rest before memory is read. */
  readonly idleSeconds: number;
}

/** The sizes the targets are stated for. */
export const full: Sizes = {
  sharesProducts: false,
  snapshots: {
    dataset: {
      assets: [1_000, 100_000],
      domains: 1_000,
      labels: 10_000,
      users: 50_000,
      groups: 2_000,
      roles: 500,
      permissions: 5_000,
      sessions: 200_000,
    },
    commands: 1_000_000,
  },
  imported: 10_000,
  exported: [20_000, 100_000],
  activity: { audits: 50_000_000, sessions: 5_000_000 },
  auditRows: 500_000,
  requests: 60,
  rounds: 5,
  ruleTurns: 12,
  searches: 20,
  tickets: 100_000,
  signIns: 20,
  arrivals: 20,
  foreignSignIns: 100,
  directoryPeople: 50_000,
  mails: 300,
  events: 50_000,
  openings: 40,
  visits: 7,
  scrolled: 3_000,
  recordedBytes: 2_000_000_000,
  recordedHours: 3,
  recordings: 10_000,
  recordingSearches: 120,
  indexedSeconds: 600,
  outputBytes: 100_000_000,
  listedFiles: 100_000,
  keystrokes: 300,
  printing: 50,
  evasionStep: 1,
  echoTurns: 5,
  echoKeys: 100,
  ruleStarts: 5,
  sshSignIns: 200,
  channels: 100,
  idleSessions: 1_000,
  stalled: 10,
  floodSeconds: 12,
  halfOpen: 1_000,
  tested: 200,
  rotation: { rotated: 1_000, servers: 200, discovered: 500, accountsEach: 50, records: 1_000_000 },
  scheduled: 1_000,
  components: 200,
  componentSeconds: 30,
  starts: 3,
  idleSeconds: 20,
};

/** Just enough to see that everything can be measured. */
export const quick: Sizes = {
  sharesProducts: true,
  snapshots: {
    dataset: {
      assets: [50, 500],
      domains: 10,
      labels: 50,
      users: 200,
      groups: 20,
      roles: 10,
      permissions: 20,
      sessions: 1_000,
    },
    commands: 10_000,
  },
  imported: 100,
  exported: [200, 500],
  activity: { audits: 50_000, sessions: 5_000 },
  auditRows: 20_000,
  requests: 3,
  rounds: 1,
  ruleTurns: 2,
  searches: 1,
  tickets: 500,
  signIns: 1,
  arrivals: 2,
  foreignSignIns: 3,
  directoryPeople: 200,
  mails: 5,
  events: 5_000,
  openings: 2,
  visits: 1,
  scrolled: 1_500,
  recordedBytes: 4_000_000,
  recordedHours: 1,
  recordings: 10,
  recordingSearches: 12,
  indexedSeconds: 30,
  outputBytes: 1_000_000,
  listedFiles: 2_000,
  keystrokes: 10,
  printing: 2,
  evasionStep: 40,
  echoTurns: 1,
  echoKeys: 10,
  ruleStarts: 1,
  sshSignIns: 10,
  channels: 3,
  idleSessions: 5,
  stalled: 1,
  floodSeconds: 1,
  halfOpen: 20,
  tested: 10,
  rotation: { rotated: 4, servers: 2, discovered: 2, accountsEach: 3, records: 1_000 },
  scheduled: 20,
  components: 3,
  componentSeconds: 1,
  starts: 1,
  idleSeconds: 0,
};
