import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Spin } from "antd";
import { lazy, type RefObject, Suspense, useEffect, useState } from "react";
import { ApiError } from "../../../../kit/api/api-error.ts";
import { toast, toastFailure } from "../../../../kit/feedback.ts";
import { useLeaveGuard } from "../../../../kit/form/use-leave-guard.ts";
import { FailureNotice } from "../../../../kit/list/list-states.tsx";
import type { CodeMode } from "../../../../kit/widgets/code-modes.ts";
import { useJobTexts } from "../use-job-texts.ts";
import { type FileContent, type FileNode, readFile, saveFile } from "./files-api.ts";

const CodeEditor = lazy(() => import("../../../../kit/widgets/code-editor.tsx"));

const MODES: Readonly<Record<string, CodeMode>> = {
  ...{ yml: "yaml", yaml: "yaml", j2: "yaml", json: "json", py: "python", ps1: "powershell" },
};

interface FileEditorProps {
  readonly playbook: string;
  readonly file: FileNode;
  /** Set to whether there are changes that are not saved. */
  readonly isDirty: RefObject<() => boolean>;
}

/** The text of a file, to be changed and saved; told when somebody else has saved it meanwhile. */
export function FileEditor({ playbook, file, isDirty }: FileEditorProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["object", "playbook file", playbook, file.id],
    queryFn: ({ signal }) => readFile(playbook, file.id, signal),
    // What is being written is not replaced behind the writer's back.
    ...{ refetchOnWindowFocus: false, staleTime: 0, gcTime: 0 },
  });
  const { t } = useJobTexts();
  if (data === undefined) {
    return error === null ? <Spin /> : <FailureNotice error={error} onRetry={() => void refetch()} />;
  }
  if (!data.is_text) return <p className="hint">{t("book.notText")}</p>;
  const again = () => void refetch();
  return <OpenFile key={data.version} {...{ playbook, file, isDirty, again }} opened={data} />;
}

interface OpenFileProps extends FileEditorProps {
  readonly opened: FileContent;
  readonly again: () => void;
}

function OpenFile({ playbook, file, isDirty, opened, again }: OpenFileProps) {
  const { t } = useJobTexts();
  const [text, setText] = useState(opened.content);
  const [saved, setSaved] = useState({ content: opened.content, version: opened.version });
  const [isBusy, setBusy] = useState(false);
  const [isStale, setStale] = useState(false);
  const hasChanges = () => text !== saved.content;
  useLeaveGuard(hasChanges);
  useEffect(() => {
    isDirty.current = () => text !== saved.content;
    return () => {
      isDirty.current = () => false;
    };
  }, [isDirty, text, saved]);
  const save = async () => {
    setBusy(true);
    try {
      const { version } = await saveFile(playbook, file.id, { content: text, version: saved.version });
      setSaved({ content: text, version });
      toast("success", t("book.saved"));
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 409) setStale(true);
      else toastFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  const extension = file.name.slice(file.name.lastIndexOf(".") + 1).toLowerCase();
  return (
    <>
      {isStale ? (
        <Alert
          type="warning"
          showIcon
          title={t("book.changedMeanwhile")}
          action={<Button onClick={again}>{t("book.reload")}</Button>}
        />
      ) : null}
      <Suspense fallback={<Spin />}>
        <CodeEditor
          label={t("book.fileOf", { name: file.name })}
          value={text}
          mode={MODES[extension] ?? "shell"}
          onChange={setText}
          tools={file.id}
          sideTools={
            <Button type="primary" loading={isBusy} disabled={!hasChanges()} onClick={() => void save()}>
              {t("book.save")}
            </Button>
          }
        />
      </Suspense>
    </>
  );
}
