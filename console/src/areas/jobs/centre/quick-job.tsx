import { CaretRightOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Space, Spin } from "antd";
import { lazy, Suspense, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { api } from "../../../kit/api/client.ts";
import { toast, toastFailure } from "../../../kit/feedback.ts";
import { FailureNotice } from "../../../kit/list/list-states.tsx";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { Page } from "../../../kit/page.tsx";
import { useSession } from "../../../kit/session.ts";
import { CommandTools } from "./command-tools.tsx";
import { FIRST_COMMAND, type QuickCommand, runCommand, runOfTask, type Targets } from "./quick-run.ts";
import { hostsUrl, MODES, type RunHosts } from "./resources.ts";
import { RunOutput } from "./run-output.tsx";
import { SaveCommandDialog } from "./save-command-dialog.tsx";
import { TargetTree } from "./target-tree.tsx";
import { useJobTexts } from "./use-job-texts.ts";
import "./jobs.css";

const CodeEditor = lazy(() => import("../../../kit/widgets/code-editor.tsx"));
const VariablesDialog = lazy(() => import("./variables-dialog.tsx"));
const OpenTemplateDialog = lazy(() => import("./open-template-dialog.tsx"));

const NO_TARGETS: Targets = { assets: [], nodes: [] };

/** The run the address names, and the command it ran, put back once. */
function useRunInAddress(restore: (command: QuickCommand) => void) {
  const [address, setAddress] = useSearchParams();
  const task = address.get("taskId") ?? undefined;
  const { data, error, refetch } = useQuery({
    queryKey: ["object", "task detail", task],
    queryFn: () => runOfTask(task ?? ""),
    enabled: task !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const run = data?.execution_id;
  const [isFirst, setFirst] = useState(task !== undefined);
  useEffect(() => {
    if (!isFirst || run === undefined) return;
    setFirst(false);
    api<RunHosts>(hostsUrl(run)).then(
      ({ command }) => restore({ ...FIRST_COMMAND, ...command }),
      toastFailure,
    );
  }, [isFirst, run, restore]);
  const show = (id: string) => {
    setFirst(false);
    setAddress({ taskId: id }, { replace: true });
  };
  return { run, error, refetch, isLoading: task !== undefined && data === undefined && error === null, show };
}

/** What has to be said before a command can run; undefined when nothing has. */
function missing({ args, runas }: QuickCommand, { assets, nodes }: Targets) {
  if (assets.length + nodes.length === 0) return "chooseTargets" as const;
  if (args.trim() === "") return "enterCommand" as const;
  return runas.trim() === "" ? ("enterRunAs" as const) : undefined;
}

/** Runs one command on what is ticked, and shows what each host says. The run outlives the page. */
export default function QuickJob() {
  const { t } = useJobTexts();
  const { inRoot } = useSession();
  const [command, setCommand] = useState(FIRST_COMMAND);
  const [targets, setTargets] = useState(NO_TARGETS);
  const [isSending, setSending] = useState(false);
  const { run, error, refetch, isLoading, show } = useRunInAddress(setCommand);
  const start = async () => {
    const wanting = missing(command, targets);
    if (wanting !== undefined) return toast("error", t(wanting));
    setSending(true);
    try {
      show(await runCommand(command, targets));
    } catch (failure) {
      toastFailure(failure);
    } finally {
      setSending(false);
    }
  };
  const change = (changes: Partial<QuickCommand>) => setCommand((before) => ({ ...before, ...changes }));
  return (
    <Page title={t("routes:quickJob")}>
      <div className="job-quick">
        <TargetTree onChange={setTargets} />
        <div className="job-work">
          <Suspense fallback={<Spin />}>
            <CodeEditor
              label={t("command")}
              value={command.args}
              mode={MODES[command.module] ?? "shell"}
              onChange={(args) => change({ args })}
              tools={
                <Space wrap>
                  <Button
                    type="primary"
                    icon={<CaretRightOutlined aria-hidden />}
                    disabled={inRoot}
                    loading={isSending}
                    onClick={() => void start()}
                  >
                    {t("runCommand")}
                  </Button>
                  <CommandTools command={command} targets={targets} onChange={change} />
                </Space>
              }
              sideTools={<CommandMenus command={command} onChange={change} />}
            />
          </Suspense>
          {error !== null ? (
            <FailureNotice error={error} title={t("runGone")} onRetry={() => void refetch()} />
          ) : null}
          {isLoading ? <Spin /> : null}
          {run === undefined ? (
            error === null && !isLoading ? (
              <p className="hint">{t("nothingRun")}</p>
            ) : null
          ) : (
            <RunOutput run={run} onRetry={({ task_id }) => show(task_id)} />
          )}
        </div>
      </div>
    </Page>
  );
}

interface CommandMenusProps {
  readonly command: QuickCommand;
  readonly onChange: (changes: Partial<QuickCommand>) => void;
}

/** Templates and help, in dialogs. */
function CommandMenus({ command, onChange }: CommandMenusProps) {
  const { t } = useJobTexts();
  const { can } = useSession();
  const [open, setOpen] = useState<"templates" | "save" | "variables">();
  const close = () => setOpen(undefined);
  return (
    <Space wrap>
      {can("ops.view_adhoc") ? (
        <Button onClick={() => setOpen("templates")}>{t("openCommand")}</Button>
      ) : null}
      {can("ops.add_adhoc") ? (
        <Button disabled={command.args.trim() === ""} onClick={() => setOpen("save")}>
          {t("saveCommand")}
        </Button>
      ) : null}
      <Button onClick={() => setOpen("variables")}>{t("variables")}</Button>
      <Suspense fallback={null}>
        {open === "variables" ? <VariablesDialog onClose={close} /> : null}
        {open === "templates" ? (
          <OpenTemplateDialog
            onClose={close}
            onSelect={(row) => {
              onChange({ args: String(row.args ?? ""), module: String(plainValue(row.module) ?? "shell") });
              close();
            }}
          />
        ) : null}
      </Suspense>
      {open === "save" ? <SaveCommandDialog command={command} onClose={close} /> : null}
    </Space>
  );
}
