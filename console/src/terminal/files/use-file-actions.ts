import { useTranslation } from "react-i18next";
import { confirm, nameSummary } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import { copyWork } from "./copy-work.ts";
import { type FileEntry, isFolder } from "./files-api.ts";
import { shownName } from "./names.ts";
import type { AskConflict, Transfers } from "./transfers.ts";
import { type LocalFile, uploadWork } from "./upload.ts";
import { onlyOne, type PaneState } from "./use-pane.ts";

/** A dialog that is open. */
export type FileDialog =
  | { readonly kind: "name"; readonly title: string; readonly name: string; run(name: string): Promise<void> }
  | { readonly kind: "rights"; readonly pane: PaneState }
  | { readonly kind: "edit"; readonly entry: FileEntry; readonly pane: PaneState };

/** What actions deal with. */
export interface ActionSurroundings {
  readonly pane: PaneState;
  /** The other side, where there is one. */
  readonly other: PaneState | undefined;
  readonly transfers: Transfers;
  readonly ask: AskConflict;
  show(dialog: FileDialog): void;
}

/** What can be done on one side. What is undefined is not granted, or makes no sense with what is chosen. */
export interface FileActions {
  readonly up: (() => void) | undefined;
  readonly newFolder: (() => void) | undefined;
  readonly newFile: (() => void) | undefined;
  readonly upload: ((files: readonly LocalFile[], folders?: readonly string[]) => void) | undefined;
  readonly download: (() => void) | undefined;
  readonly rename: (() => void) | undefined;
  readonly remove: (() => void) | undefined;
  readonly edit: (() => void) | undefined;
  readonly rights: (() => void) | undefined;
  readonly copy: (() => void) | undefined;
  readonly move: (() => void) | undefined;
  open(entry: FileEntry): void;
}

/** Saves what an address brings, by the browser's own means. */
function save(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}

/** The actions of one side. */
export function useFileActions({ pane, other, transfers, ask, show }: ActionSurroundings): FileActions {
  const { t } = useTranslation("files");
  const { chosen, folder, state, open, reload } = pane;
  const { connection } = state;
  const rights = connection === undefined || folder === undefined ? null : folder.rights;
  const mayWrite = rights?.upload === true && connection !== undefined;
  const target = folder?.cwd.hash ?? "";
  const one = onlyOne(pane);
  const hasChosen = chosen.length > 0 && rights !== null;
  const make = (cmd: "mkdir" | "mkfile", title: string) => () =>
    show({
      kind: "name",
      title,
      name: "",
      run: async (name) => {
        await connection?.call(cmd, { target, name });
        reload();
      },
    });
  const rename = (entry: FileEntry) => () =>
    show({
      kind: "name",
      title: t("rename"),
      name: entry.name,
      run: async (name) => {
        await connection?.call("rename", { target: entry.hash, name });
        reload();
      },
    });
  const remove = () =>
    confirm({
      title: t("removeTitle", { names: nameSummary(chosen.map(({ name }) => shownName(name))) }),
      content: t("removeBody"),
      confirmText: t("remove"),
      danger: true,
      onConfirm: async () => {
        try {
          await connection?.call("rm", { "targets[]": chosen.map(({ hash }) => hash) });
        } catch (error) {
          toast("error", (error as Error).message);
        }
        reload();
      },
    });
  const download = async () => {
    if (connection === undefined) return;
    if (one !== undefined && !isFolder(one)) return save(connection.url("file", { target: one.hash }));
    try {
      const parameters = { "targets[]": chosen.map(({ hash }) => hash) };
      const { zipdl } = await connection.call<{ zipdl: { file: string; name: string } }>("zipdl", parameters);
      save(connection.url("zipdl", { download: 1, file: zipdl.file, name: zipdl.name }));
    } catch (error) {
      toast("error", (error as Error).message);
    }
  };
  const transfer = (isMove: boolean) => () => transferTo(pane, other, isMove, { transfers, ask });
  const mayCopy = hasChosen && rights?.download === true && other?.folder?.rights?.upload === true;
  const isText = one !== undefined && !isFolder(one) && one.read === 1;
  return {
    up: folder?.cwd.phash === undefined ? undefined : () => open(folder.cwd.phash),
    newFolder: mayWrite ? make("mkdir", t("newFolder")) : undefined,
    newFile: mayWrite ? make("mkfile", t("newFile")) : undefined,
    upload: mayWrite
      ? (files, folders = []) =>
          transfers.start(
            uploadWork({
              files,
              folders,
              into: target,
              connection: () => pane.state.connection,
              ask,
              settled: reload,
            }),
          )
      : undefined,
    download: hasChosen && rights?.download === true ? () => void download() : undefined,
    rename: mayWrite && one !== undefined ? rename(one) : undefined,
    remove: hasChosen && rights?.delete === true ? remove : undefined,
    edit: isText && connection !== undefined ? () => show({ kind: "edit", entry: one, pane }) : undefined,
    rights: mayWrite && hasChosen ? () => show({ kind: "rights", pane }) : undefined,
    copy: mayCopy ? transfer(false) : undefined,
    move: mayCopy && rights?.delete === true ? transfer(true) : undefined,
    open: (entry) => {
      if (isFolder(entry)) open(entry.hash);
      else if (entry.read === 1 && connection !== undefined) show({ kind: "edit", entry, pane });
    },
  };
}

/** Copies or moves what is chosen on one side to the folder of the other. */
export function transferTo(
  pane: PaneState,
  other: PaneState | undefined,
  isMove: boolean,
  { transfers, ask }: Pick<ActionSurroundings, "transfers" | "ask">,
): void {
  const into = other?.folder?.cwd.hash;
  if (other === undefined || into === undefined || pane.chosen.length === 0) return;
  transfers.start(
    copyWork({
      ...{ entries: pane.chosen, into, isMove, ask },
      from: () => pane.state.connection,
      to: () => other.state.connection,
      settled: () => {
        other.reload();
        if (isMove) pane.reload();
      },
    }),
  );
}
