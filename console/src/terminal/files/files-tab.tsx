import type { SessionEvent } from "../session/session-state.ts";
import type { TerminalTab } from "../session/tabs-state.ts";
import FileManager from "./file-manager.tsx";
import type { ConnectionState } from "./use-files-connection.ts";

interface FilesTabProps {
  readonly tab: TerminalTab;
  onEvent(attempt: number, event: SessionEvent): void;
}

/** The files of one account in a tab of the workspace. */
export default function FilesTab({ tab, onEvent }: FilesTabProps) {
  const { attempt, session, target } = tab;
  const tell = ({ phase, message }: ConnectionState) => {
    if (phase === "opening") return;
    if (phase === "open") {
      // One that was opened again was closed before.
      for (const type of ["reconnect", "connect", "hello"] as const) onEvent(attempt, { type });
      onEvent(attempt, { type: "session", id: "" });
      return;
    }
    if (message) onEvent(attempt, { type: "error", message });
    onEvent(attempt, { type: "ended" });
  };
  // A token is asked for: the files open with it.
  if (session.phase === "preparing") return null;
  return <FileManager key={attempt} token={target.tokenId} onPhase={tell} />;
}
