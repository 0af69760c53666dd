import { useMemo } from "react";
import type { FieldInputProps } from "../../../../kit/field-kinds/field-kind.ts";
import type { PickColumn } from "../../../../kit/widgets/pick-table.tsx";
import { RelatedPicker } from "../../../../kit/widgets/related-picker.tsx";
import { MY_PLAYBOOKS } from "../resources.ts";
import { useJobTexts } from "../use-job-texts.ts";
import { PlaybookSupport } from "./playbook-support.tsx";

/** The playbook of a job, and whether the server can run it. */
export function PlaybookInput(props: FieldInputProps) {
  const { t } = useJobTexts();
  const columns = useMemo<readonly PickColumn[]>(() => [{ name: "name", title: t("name") }], [t]);
  return (
    <>
      <RelatedPicker {...props} related={MY_PLAYBOOKS} multiple={false} columns={columns} />
      <PlaybookSupport />
    </>
  );
}
