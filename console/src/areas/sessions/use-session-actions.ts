import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { toastFailure } from "../../kit/feedback.ts";
import type { Action } from "../../kit/list/row-actions.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue } from "../../kit/metadata/value-text.ts";
import { useSession } from "../../kit/session.ts";
import { fetchFile, saveFile } from "../../kit/transfer/download.ts";
import { askToPause, askToTerminate } from "./ask-to-act.tsx";
import { askToHold, knowsHolds } from "./legal-hold.tsx";
import { downloadPath, replayPath, watchPath } from "./resources.ts";

/** What the parts of a bundle take elsewhere. */
const EVIDENCE = [
  "terminal.download_sessionreplay",
  "terminal.view_command",
  "audits.view_ftplog",
  "audits.view_operatelog",
] as const;

type Reload = () => Promise<unknown>;

/** Whether a session has a keyboard that can be taken away. */
const isTyped = (row: Row): boolean => plainValue(row.type) === "normal";

async function download(id: string): Promise<void> {
  const { name, content } = await fetchFile(downloadPath(id), `${id}.tar`);
  saveFile(name, content);
}

async function exportEvidence(id: string): Promise<void> {
  const path = `/api/v1/sallyport/sessions/${encodeURIComponent(id)}/evidence/`;
  const { name, content } = await fetchFile(path, `evidence-${id}.tar`);
  saveFile(name, content);
}

/** What the viewer may do with one session: end or pause a live one, watch or download what was recorded. */
export function useSessionActions() {
  const { t } = useTranslation(["sessions", "common"]);
  const { can } = useSession();
  return useMemo(() => {
    const ofHold = (row: Row, reload: Reload): Action[] =>
      can("terminal.change_session") && knowsHolds(row)
        ? [
            {
              key: "hold",
              label: t(row.hold === null ? "placeHold" : "liftHold"),
              run: () => askToHold(row, reload),
            },
          ]
        : [];
    const ofEvidence = (row: Row): Action[] =>
      EVIDENCE.every((code) => can(code)) && knowsHolds(row)
        ? [
            {
              key: "evidence",
              label: t("exportEvidence"),
              run: () => void exportEvidence(String(row.id)).catch(toastFailure),
            },
          ]
        : [];
    const ofRecording = (row: Row): Action[] => {
      const id = String(row.id);
      if (row.can_replay !== true) return [];
      return [
        ...(can("terminal.view_sessionreplay")
          ? [{ key: "replay", label: t("replay"), href: replayPath(id) }]
          : []),
        ...(can("terminal.download_sessionreplay")
          ? [{ key: "download", label: t("download"), run: () => void download(id).catch(toastFailure) }]
          : []),
      ];
    };
    const ofFinished = (row: Row, reload: Reload): Action[] => [
      ...ofRecording(row),
      ...ofHold(row, reload),
      ...ofEvidence(row),
    ];
    const ofLive = (row: Row, reload: Reload): Action[] => {
      const watched: Action[] =
        row.can_join === true && can("terminal.monitor_session")
          ? [{ key: "watch", label: t("watch"), href: watchPath(String(row.id)) }]
          : [];
      if (!can("terminal.terminate_session")) return [...watched, ...ofHold(row, reload)];
      const isLocked = row.is_locked === true;
      const switched: Action = {
        key: isLocked ? "resume" : "pause",
        label: t(isLocked ? "resume" : "pause"),
        run: () => askToPause(row, reload),
      };
      return [
        ...watched,
        ...(row.can_terminate === true
          ? [
              {
                key: "terminate",
                label: t("terminate"),
                danger: true,
                run: () => askToTerminate([row], reload),
              },
            ]
          : []),
        ...(isTyped(row) ? [switched] : []),
        ...ofHold(row, reload),
      ];
    };
    const ofSeveral = (rows: readonly Row[], reload: Reload): Action[] =>
      can("terminal.terminate_session")
        ? [{ key: "terminate", label: t("terminate"), danger: true, run: () => askToTerminate(rows, reload) }]
        : [];
    return { ofFinished, ofLive, ofSeveral };
  }, [can, t]);
}
