import { useMemo } from "react";
import { useParams } from "react-router";
import type { FieldInputProps } from "../../../kit/field-kinds/field-kind.ts";
import type { FieldOverrides, FormValues } from "../../../kit/form/form-model.ts";
import { ResourceForm } from "../../../kit/form/resource-form.tsx";
import { plainValue } from "../../../kit/metadata/value-text.ts";
import { Page } from "../../../kit/page.tsx";
import type { PickColumn } from "../../../kit/widgets/pick-table.tsx";
import { RelatedPicker } from "../../../kit/widgets/related-picker.tsx";
import { CommandInput } from "./command-input.tsx";
import { PlaybookInput } from "./playbooks/playbook-input.tsx";
import { JOBS, MY_ASSETS } from "./resources.ts";
import { useJobTexts } from "./use-job-texts.ts";

const INITIAL = {
  ...{ type: "adhoc", module: "shell", runas: "root", runas_policy: "skip", timeout: -1 },
  ...{ is_periodic: false, crontab: "0 0 * * *", parameters_define: {} },
};

const isPeriodic = ({ is_periodic: on }: FormValues): boolean => on === true;

const isPlaybook = ({ type }: FormValues): boolean => plainValue(type as never) === "playbook";

/** Assets the person may use. */
function MyAssetsInput(props: FieldInputProps) {
  const { t } = useJobTexts();
  const columns = useMemo<readonly PickColumn[]>(
    () => [
      { name: "name", title: t("name") },
      { name: "address", title: t("address") },
    ],
    [t],
  );
  return <RelatedPicker {...props} related={MY_ASSETS} multiple columns={columns} />;
}

/** Creates or changes a job. */
export default function JobForm() {
  const { t } = useJobTexts();
  const { id } = useParams();
  const groups = useMemo(
    () => [
      { title: t("group.basic"), fields: ["name"] },
      { title: t("group.command"), fields: ["type", "playbook", "module", "args", "chdir", "timeout"] },
      { title: t("group.assets"), fields: ["assets", "runas", "runas_policy"] },
      { title: t("group.parameters"), fields: ["use_parameter_define", "parameters_define"] },
      { title: t("group.schedule"), fields: ["run_after_save", "is_periodic", "crontab", "interval"] },
      { title: t("group.other"), fields: ["comment"] },
    ],
    [t],
  );
  const overrides = useMemo<FieldOverrides>(
    () => ({
      name: { required: true },
      playbook: {
        input: PlaybookInput,
        required: true,
        hidden: (values) => !isPlaybook(values),
      },
      module: { hidden: isPlaybook },
      args: { input: CommandInput, required: true, hidden: isPlaybook },
      chdir: { hidden: isPlaybook },
      assets: { input: MyAssetsInput, required: true },
      parameters_define: {
        help: t("parametersHelp"),
        hidden: (values) => values.use_parameter_define !== true,
      },
      crontab: {
        kind: "cron",
        hidden: (values) => !isPeriodic(values),
        toWire: (value) => value || null,
      },
      interval: { hidden: (values) => !isPeriodic(values) || (values.crontab ?? "") !== "" },
    }),
    [t],
  );
  return (
    <Page title={t(id === undefined ? "routes:jobCreate" : "routes:jobUpdate")}>
      <ResourceForm
        resource={JOBS}
        groups={groups}
        overrides={overrides}
        initial={INITIAL}
        updateMethod="PATCH"
      />
    </Page>
  );
}
