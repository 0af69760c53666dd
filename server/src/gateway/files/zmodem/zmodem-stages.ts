import { translate } from "../../../engine/i18n/index.ts";
import type { RecordingKeys } from "../../../transport/recording/index.ts";
import type { ConnectionGrant, GatewayPorts, GatewayPrincipal, SessionKind } from "../../ports.ts";
import type { ClientAdapter, Stage } from "../../session-parts.ts";
import { fileCopies } from "../copies.ts";
import { type FileRecords, SessionFileLog } from "../records.ts";
import { fileRights } from "../rights.ts";
import { ZmodemStage } from "./zmodem-stage.ts";

/** What every session of the gateway writes files down with. */
interface FileKeeping {
  readonly ports: Pick<GatewayPorts, "files">;
  readonly records: FileRecords;
  readonly keys: RecordingKeys;
  /** Absolute path of the data folder. */
  readonly dataFolder: string;
}

/** A session that begins. */
interface BeginningSession {
  readonly grant: ConnectionGrant;
  readonly kind: SessionKind;
  readonly principal: GatewayPrincipal;
  /** What runs on the target, or another far end for sessions that run nothing there. */
  readonly target: { readonly terminal: object | null } | ((...options: never[]) => unknown);
}

/**
 * The stage that carries files over ZMODEM, for a session with a terminal. Without one what passes is data of a program,
 * which is nobody's to change.
 */
export function zmodemStages(
  { dataFolder, keys, ports, records }: FileKeeping,
  { grant, kind, principal, target }: BeginningSession,
  { sessionId, client }: { readonly sessionId: string; readonly client: ClientAdapter },
): Stage[] {
  if (typeof target === "function" || target.terminal === null || kind.type === "sftp") return [];
  return [
    new ZmodemStage({
      rights: fileRights(grant.actions),
      log: new SessionFileLog(records, { grant, principal, sessionId }),
      copies: async () => fileCopies(dataFolder, keys, await ports.files.copyLimit()),
      client,
      escapesControl: grant.protocol === "telnet",
      translate: (message) => translate(message, principal.language),
    }),
  ];
}
