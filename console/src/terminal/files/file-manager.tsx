import "./files.css";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMedia } from "../../kit/use-media.ts";
import { ConflictDialog, EditDialog, NameDialog, RightsDialog } from "./file-dialogs.tsx";
import { Pane } from "./pane.tsx";
import { TransferList } from "./transfer-list.tsx";
import { type AskConflict, type ConflictPolicy, Transfers } from "./transfers.ts";
import { type FileDialog, transferTo, useFileActions } from "./use-file-actions.ts";
import { type ConnectionState, useFilesConnection } from "./use-files-connection.ts";
import { usePane } from "./use-pane.ts";

/** There is room for two sides. */
const TWO_SIDES = "(min-width: 900px)";

interface FileManagerProps {
  /** A connection token for the files of one account; undefined: all that is granted. */
  readonly token: string | undefined;
  onPhase?(state: ConnectionState): void;
}

/** Files of one side or two, each with a folder of its own. */
export default function FileManager({ token, onPhase }: FileManagerProps) {
  const { t } = useTranslation("files");
  const hasTwo = useMedia(TWO_SIDES);
  const first = useFilesConnection(token, true);
  const all = useFilesConnection(undefined, token !== undefined && hasTwo);
  const [transfers] = useState(() => new Transfers());
  const [dialog, setDialog] = useState<FileDialog>();
  const [side, setSide] = useState<"left" | "right">("left");
  const host = useRef<HTMLDivElement>(null);
  const { ask, question } = useConflictQuestion();
  const left = usePane(first);
  const right = usePane(token === undefined ? first : all);
  const surroundings = { transfers, ask, show: setDialog };
  const leftActions = useFileActions({ pane: left, other: hasTwo ? right : undefined, ...surroundings });
  const rightActions = useFileActions({ pane: right, other: left, ...surroundings });
  const { phase, message } = first;
  const told = useRef(onPhase);
  told.current = onPhase;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes
  useEffect(() => told.current?.(first), [phase, message]);
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => {
      if (transfers.isBusy) event.preventDefault();
    };
    addEventListener("beforeunload", stay);
    return () => removeEventListener("beforeunload", stay);
  }, [transfers]);
  const go = (to: "left" | "right") => {
    if (!hasTwo) return false;
    setSide(to);
    host.current?.querySelector<HTMLElement>(`[data-side="${to}"] [role="grid"]`)?.focus();
    return true;
  };
  const sides = [
    { name: "left", pane: left, other: right, actions: leftActions },
    { name: "right", pane: right, other: left, actions: rightActions },
  ] as const;
  return (
    <div ref={host} className="luna-files">
      <div className="luna-files-sides">
        {sides.slice(0, hasTwo ? 2 : 1).map(({ name, pane, other, actions }) => (
          <Pane
            key={name}
            side={name}
            pane={pane}
            actions={actions}
            isActive={side === name && hasTwo}
            onActivate={() => setSide(name)}
            onSwitch={() => go(name === "left" ? "right" : "left")}
            onTransfer={(isMove) => transferTo(other, pane, isMove, { transfers, ask })}
          />
        ))}
      </div>
      <TransferList transfers={transfers} />
      {hasTwo && <p className="luna-files-keys luna-muted">{t("keys")}</p>}
      <OpenDialog dialog={dialog} onClose={() => setDialog(undefined)} />
      {question}
    </div>
  );
}

function OpenDialog({ dialog, onClose }: { readonly dialog: FileDialog | undefined; onClose(): void }) {
  if (dialog === undefined) return null;
  if (dialog.kind === "name") {
    return <NameDialog title={dialog.title} name={dialog.name} onName={dialog.run} onClose={onClose} />;
  }
  const { pane } = dialog;
  const { connection } = pane.state;
  if (connection === undefined) return null;
  return dialog.kind === "edit" ? (
    <EditDialog entry={dialog.entry} connection={connection} onSaved={pane.reload} onClose={onClose} />
  ) : (
    <RightsDialog entries={pane.chosen} connection={connection} onDone={pane.reload} onClose={onClose} />
  );
}

/** Asks what happens to names that are taken, one question after the other. */
function useConflictQuestion() {
  const [asked, setAsked] = useState<{ name: string; answer(policy: ConflictPolicy | undefined): void }>();
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const ask: AskConflict = (name) => {
    const answered = last.current.then(
      () =>
        new Promise<ConflictPolicy | undefined>((resolve) => {
          setAsked({
            name,
            answer: (policy) => {
              setAsked(undefined);
              resolve(policy);
            },
          });
        }),
    );
    last.current = answered;
    return answered;
  };
  return { ask, question: asked && <ConflictDialog name={asked.name} onAnswer={asked.answer} /> };
}
