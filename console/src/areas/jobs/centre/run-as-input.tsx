import { useQuery } from "@tanstack/react-query";
import { AutoComplete } from "antd";
import { useDebounced } from "../../../kit/use-debounced.ts";
import { type Targets, usernameHints } from "./quick-run.ts";
import { useJobTexts } from "./use-job-texts.ts";

interface RunAsInputProps {
  readonly value: string;
  readonly targets: Targets;
  readonly onChange: (value: string) => void;
}

/** The account a command runs as, with the user names there are on what is ticked. */
export function RunAsInput({ value, targets, onChange }: RunAsInputProps) {
  const { t } = useJobTexts();
  const query = useDebounced(value.trim());
  const isAsked = targets.assets.length + targets.nodes.length > 0;
  const { data = [] } = useQuery({
    queryKey: ["list", "username hints", targets, query],
    queryFn: ({ signal }) => usernameHints(targets, query, signal),
    enabled: isAsked,
  });
  const options = data.map(({ username, total }) => ({
    value: username,
    label: `${username} (${total})`,
  }));
  return (
    <AutoComplete
      className="job-run-as"
      aria-label={t("runAs")}
      placeholder={t("runAs")}
      value={value}
      options={options}
      onChange={(text: string) => onChange(text)}
    />
  );
}
