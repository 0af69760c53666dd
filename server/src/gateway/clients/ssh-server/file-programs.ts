import { translate } from "../../../engine/i18n/index.ts";
import { fileCopies } from "../../files/copies.ts";
import { type FileProgram, rightsFor } from "../../files/programs/recognise.ts";
import { RsyncStage } from "../../files/programs/rsync-stage.ts";
import { ScpStage } from "../../files/programs/scp-stage.ts";
import { SessionFileLog } from "../../files/records.ts";
import { fileRights } from "../../files/rights.ts";
import { fileText } from "../../files/texts.ts";
import type { ConnectionGrant } from "../../ports.ts";
import type { Stage } from "../../session-parts.ts";
import type { ClientConnection } from "./client-connection.ts";

/** How a command that carries files is served. */
export interface ServedFiles {
  /** Why it is not, in the person's language. */
  readonly refusal: string | null;
  /** What follows and writes down its files; absent for what cannot be followed, which is a command like any other. */
  readonly stages?: (sessionId: string) => readonly Stage[];
}

/** What a command that carries files is, told by its words alone. */
export type CarriedFiles = Exclude<FileProgram, { kind: "sftp-server" }>;

/** Decides about a command that carries files: by the rights of the permission, as for any other access channel. */
export async function serveFiles(
  { context, principal }: Pick<ClientConnection, "context" | "principal">,
  grant: ConnectionGrant,
  program: CarriedFiles,
): Promise<ServedFiles> {
  const { dataFolder, keys, ports, records } = context;
  const rights = fileRights(grant.actions);
  const missing = rightsFor(program).find((right) => !rights[right]);
  const logOf = (sessionId: string) => new SessionFileLog(records, { grant, principal, sessionId });
  const { isConfined } = await ports.files.startFolder(grant.asset.id);
  const copies = fileCopies(dataFolder, keys, await ports.files.copyLimit());
  const refusal = missing !== undefined ? fileText.notGranted : isConfined ? fileText.confinedAsset : null;
  return {
    refusal: refusal === null ? null : translate(refusal, principal.language),
    ...(program.kind === "obscure"
      ? {}
      : {
          stages: (sessionId: string) => [
            program.kind === "scp"
              ? new ScpStage(program, logOf(sessionId), copies)
              : new RsyncStage(program, logOf(sessionId)),
          ],
        }),
  };
}
