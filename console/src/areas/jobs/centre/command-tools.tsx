import { Input, Select, Space } from "antd";
import type { QuickCommand, Targets } from "./quick-run.ts";
import { isSql } from "./resources.ts";
import { RunAsInput } from "./run-as-input.tsx";
import { useJobTexts } from "./use-job-texts.ts";

const POLICIES = ["skip", "privileged_first", "privileged_only"] as const;
const MODULES = ["shell", "win_shell", "python", "mysql", "postgresql", "sqlserver"] as const;
const TIMEOUTS = [-1, 10, 30, 60, 300, 3600] as const;

interface CommandToolsProps {
  readonly command: QuickCommand;
  readonly targets: Targets;
  readonly onChange: (changes: Partial<QuickCommand>) => void;
}

/** How a command is run: as whom, in which language, for how long, where. */
export function CommandTools({ command, targets, onChange }: CommandToolsProps) {
  const { t } = useJobTexts();
  return (
    <Space wrap>
      <RunAsInput value={command.runas} targets={targets} onChange={(runas) => onChange({ runas })} />
      <Select
        aria-label={t("policy")}
        value={command.runas_policy}
        options={POLICIES.map((value) => ({ value, label: t(`policies.${value}`) }))}
        onChange={(runas_policy) => onChange({ runas_policy })}
      />
      <Select
        aria-label={t("language")}
        value={command.module}
        options={MODULES.map((value) => ({ value, label: t(`modules.${value}`) }))}
        onChange={(module) => onChange({ module })}
      />
      <Select
        aria-label={t("timeout")}
        value={command.timeout}
        options={TIMEOUTS.map((value) => ({
          value,
          label: value === -1 ? t("noTimeout") : t("timeoutOf", { seconds: value }),
        }))}
        onChange={(timeout) => onChange({ timeout })}
      />
      <Input
        className="job-directory"
        aria-label={t("directory")}
        placeholder={t("directory")}
        maxLength={1024}
        disabled={isSql(command.module)}
        value={command.chdir}
        onChange={(event) => onChange({ chdir: event.target.value })}
      />
    </Space>
  );
}
