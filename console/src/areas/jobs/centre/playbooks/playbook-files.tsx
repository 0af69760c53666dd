import { useQuery } from "@tanstack/react-query";
import { Button, Space, Spin, Tree } from "antd";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../../../kit/dialog/form-dialog.tsx";
import { confirm, confirmDelete } from "../../../../kit/dialogs.tsx";
import { toastFailure } from "../../../../kit/feedback.ts";
import { FailureNotice } from "../../../../kit/list/list-states.tsx";
import { useJobTexts } from "../use-job-texts.ts";
import { FileEditor } from "./file-editor.tsx";
import { createFile, type FileNode, listFiles, ROOT, removeFile, renameFile } from "./files-api.ts";
import "../jobs.css";

const ENTRY = "main.yml";

interface Branch {
  readonly key: string;
  readonly title: string;
  readonly isLeaf: boolean;
  readonly children: Branch[];
}

const branches = (nodes: readonly FileNode[], parent: string): Branch[] =>
  nodes
    .filter(({ pId }) => pId === parent)
    .map(({ id, name, isParent }) => ({
      ...{ key: id, title: name, isLeaf: !isParent },
      children: isParent ? branches(nodes, id) : [],
    }));

/** What a name is asked for. */
type Naming = { readonly act: "file" | "folder" | "rename"; readonly node: FileNode };

/** The files of a playbook: a tree, and an editor for the one that is chosen. */
export function PlaybookFiles({ playbook }: { readonly playbook: string }) {
  const { t } = useJobTexts();
  const { t: common } = useTranslation("common");
  const [chosen, setChosen] = useState(ENTRY);
  const [naming, setNaming] = useState<Naming>();
  const isDirty = useRef<() => boolean>(() => false);
  const { data, error, refetch } = useQuery({
    queryKey: ["object", "playbook files", playbook],
    queryFn: ({ signal }) => listFiles(playbook, signal),
  });
  if (data === undefined) {
    return error === null ? <Spin /> : <FailureNotice error={error} onRetry={() => void refetch()} />;
  }
  const node = data.find(({ id }) => id === chosen) ?? data.find(({ id }) => id === ROOT);
  if (node === undefined) return null;
  const isFixed = node.id === ROOT || node.id === ENTRY;
  const folder = node.isParent ? node.id : node.pId;
  const leaveFor = (id: string) => {
    if (!isDirty.current()) setChosen(id);
    else {
      confirm({
        title: t("book.unsavedTitle"),
        content: t("book.unsavedBody", { name: node.name }),
        confirmText: t("book.discard"),
        danger: true,
        onConfirm: () => setChosen(id),
      });
    }
  };
  const remove = () =>
    confirmDelete(node.name, async () => {
      try {
        await removeFile(playbook, node.id);
        setChosen(ROOT);
        await refetch();
      } catch (failure) {
        toastFailure(failure);
        throw failure;
      }
    });
  const name = async ({ act, node: named }: Naming, given: string) => {
    const made =
      act === "rename"
        ? await renameFile(playbook, named.id, given)
        : await createFile(playbook, { key: folder, name: given, is_directory: act === "folder" });
    setNaming(undefined);
    await refetch();
    setChosen(made.id);
  };
  return (
    <div className="job-quick">
      <section className="job-targets" aria-label={t("book.fileTree")}>
        <Space wrap>
          <Button size="small" onClick={() => setNaming({ act: "file", node })}>
            {t("book.newFile")}
          </Button>
          <Button size="small" onClick={() => setNaming({ act: "folder", node })}>
            {t("book.newFolder")}
          </Button>
          <Button size="small" disabled={isFixed} onClick={() => setNaming({ act: "rename", node })}>
            {t("book.rename")}
          </Button>
          <Button size="small" danger disabled={isFixed} onClick={remove}>
            {common("delete")}
          </Button>
        </Space>
        <Tree
          aria-label={t("book.fileTree")}
          defaultExpandAll
          blockNode
          treeData={branches(data, "")}
          selectedKeys={[node.id]}
          onSelect={([key]) => {
            if (key !== undefined) leaveFor(String(key));
          }}
        />
      </section>
      <section className="job-work" aria-label={node.name}>
        {node.isParent ? (
          <p className="hint">{t("book.chooseFile")}</p>
        ) : (
          <FileEditor key={node.id} playbook={playbook} file={node} isDirty={isDirty} />
        )}
      </section>
      {naming === undefined ? null : (
        <FormDialog
          title={t(`book.${titles[naming.act]}`)}
          size="small"
          fields={{ name: { type: "string", label: t("book.fileName"), required: true, max_length: 255 } }}
          {...(naming.act === "rename" ? { initial: { id: "", name: naming.node.name } } : {})}
          onClose={() => setNaming(undefined)}
          onConfirm={(body) => name(naming, String(body.name ?? ""))}
        />
      )}
    </div>
  );
}

const titles = { file: "newFile", folder: "newFolder", rename: "rename" } as const;
