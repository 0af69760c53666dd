import { Button, Form, Input, InputNumber, Spin } from "antd";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../kit/dialog/dialog.tsx";
import { confirm } from "../../kit/dialogs.tsx";
import { toast } from "../../kit/feedback.ts";
import { type FileEntry, type FilesConnection, FilesError } from "./files-api.ts";
import { shownName } from "./names.ts";
import type { ConflictPolicy } from "./transfers.ts";

const CodeEditor = lazy(() => import("../../kit/widgets/code-editor.tsx"));

interface NameDialogProps {
  readonly title: string;
  readonly name: string;
  onName(name: string): Promise<void>;
  onClose(): void;
}

/** Asks for a name. */
export function NameDialog({ title, name, onName, onClose }: NameDialogProps) {
  const { t } = useTranslation("files");
  const [text, setText] = useState(name);
  const [busy, setBusy] = useState(false);
  const save = () => {
    if (text === "" || busy) return;
    setBusy(true);
    onName(text)
      .then(onClose)
      .catch((error: Error) => {
        toast("error", error.message);
        setBusy(false);
      });
  };
  return (
    <Dialog
      size="small"
      title={title}
      modal
      onClose={onClose}
      answer={{ busy, disabled: text === "", run: save }}
    >
      <Input
        autoFocus
        value={text}
        aria-label={t("nameLabel")}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={save}
      />
    </Dialog>
  );
}

interface RightsDialogProps {
  readonly entries: readonly FileEntry[];
  readonly connection: FilesConnection;
  onDone(): void;
  onClose(): void;
}

/** Changes the mode and the owner of files. */
export function RightsDialog({ entries, connection, onDone, onClose }: RightsDialogProps) {
  const { t } = useTranslation("files");
  const [first] = entries;
  const [mode, setMode] = useState(first?.mode ?? "");
  const [[uid, gid], setIds] = useState<readonly [number, number]>(first?.ids ?? [0, 0]);
  const [busy, setBusy] = useState(false);
  const isMode = /^[0-7]{3,4}$/.test(mode);
  const save = async () => {
    setBusy(true);
    const targets = { "targets[]": entries.map(({ hash }) => hash) };
    try {
      if (mode !== first?.mode) await connection.call("chmod", { ...targets, mode });
      if (uid !== first?.ids?.[0] || gid !== first?.ids?.[1])
        await connection.call("chown", { ...targets, uid, gid });
      onClose();
    } catch (error) {
      toast("error", (error as Error).message);
      setBusy(false);
    }
    onDone();
  };
  const ids = [
    { label: t("ownerNumber"), value: uid, set: (value: number) => setIds([value, gid]) },
    { label: t("groupNumber"), value: gid, set: (value: number) => setIds([uid, value]) },
  ];
  return (
    <Dialog
      size="small"
      title={t("rights")}
      modal
      onClose={onClose}
      answer={{ busy, disabled: !isMode, run: () => void save() }}
    >
      <Form layout="vertical">
        <Form.Item label={t("modeLabel")} {...(isMode ? {} : { validateStatus: "error" as const })}>
          <Input value={mode} aria-label={t("modeLabel")} onChange={(event) => setMode(event.target.value)} />
        </Form.Item>
        {ids.map(({ label, value, set }) => (
          <Form.Item key={label} label={label}>
            <InputNumber
              aria-label={label}
              min={0}
              max={0xffff_ffff}
              precision={0}
              value={value}
              onChange={(next) => set(next ?? 0)}
            />
          </Form.Item>
        ))}
      </Form>
    </Dialog>
  );
}

interface ConflictDialogProps {
  readonly name: string;
  onAnswer(policy: ConflictPolicy | undefined): void;
}

/** Asks once what happens to names that are taken. */
export function ConflictDialog({ name, onAnswer }: ConflictDialogProps) {
  const { t } = useTranslation("files");
  return (
    <Dialog
      size="small"
      title={t("conflictTitle", { name: shownName(name) })}
      onClose={() => onAnswer(undefined)}
    >
      <p>{t("conflictBody")}</p>
      <div className="luna-files-answers">
        <Button onClick={() => onAnswer("skip")}>{t("skip")}</Button>
        <Button onClick={() => onAnswer("keep")}>{t("keepBoth")}</Button>
        <Button danger onClick={() => onAnswer("overwrite")}>
          {t("overwrite")}
        </Button>
      </div>
    </Dialog>
  );
}

interface EditDialogProps {
  readonly entry: FileEntry;
  readonly connection: FilesConnection;
  onSaved(): void;
  onClose(): void;
}

/** Shows a text, and saves it where that is granted. */
export function EditDialog({ entry, connection, onSaved, onClose }: EditDialogProps) {
  const { t } = useTranslation("files");
  const [loaded, setLoaded] = useState<{ readonly content: string; readonly revision: string }>();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once
  useEffect(() => {
    connection
      .call<{ content: string; revision: string }>("get", { target: entry.hash })
      .then((found) => {
        setLoaded(found);
        setText(found.content);
      })
      .catch((error: Error) => {
        toast("error", error.message);
        onClose();
      });
  }, []);
  const save = async (revision: string | undefined) => {
    setBusy(true);
    try {
      await connection.call("put", { target: entry.hash, content: text, revision });
      toast("success", t("saved"));
      onSaved();
      onClose();
    } catch (error) {
      setBusy(false);
      if (!(error instanceof FilesError) || error.code !== "changed")
        return toast("error", (error as Error).message);
      confirm({
        title: t("conflict"),
        content: error.message,
        confirmText: t("saveAnyway"),
        danger: true,
        onConfirm: () => void save(undefined),
      });
    }
  };
  const leave = () => {
    if (loaded === undefined || text === loaded.content) return onClose();
    confirm({
      title: t("discard"),
      content: t("unsaved"),
      confirmText: t("discard"),
      danger: true,
      onConfirm: onClose,
    });
  };
  const isChanged = loaded !== undefined && text !== loaded.content;
  const answer = { text: t("save"), busy, disabled: !isChanged, run: () => void save(loaded?.revision) };
  return (
    <Dialog
      size="page"
      title={<bdi>{shownName(entry.name)}</bdi>}
      modal
      onClose={leave}
      {...(entry.write === 1 ? { answer } : {})}
    >
      {loaded === undefined ? (
        <Spin />
      ) : (
        <Suspense fallback={<Spin />}>
          <CodeEditor
            label={shownName(entry.name)}
            value={text}
            disabled={entry.write !== 1}
            onChange={setText}
          />
        </Suspense>
      )}
    </Dialog>
  );
}
