import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../kit/api/api-error.ts";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";
import { useAccessFields, useAccessOverrides } from "../request/access-fields.ts";
import { isLastStep } from "../ticket.ts";

interface ApproveDialogProps {
  readonly ticket: Row;
  /** Approves with what stands in the form; what it throws is said at the fields. */
  readonly onApprove: (body: Row) => Promise<unknown>;
  readonly onClose: () => void;
}

const isEmptyList = (value: unknown): boolean => !Array.isArray(value) || value.length === 0;

/** Changes a request for assets before it is approved. */
export default function ApproveDialog({ ticket, onApprove, onClose }: ApproveDialogProps) {
  const { t } = useTranslation("tickets");
  const access = useAccessFields();
  const changeable = useAccessOverrides();
  const overrides = useMemo<FieldOverrides>(
    () => ({ ...changeable, org_id: { hidden: () => true } }),
    [changeable],
  );
  // Not shown: it says whose assets and accounts are offered.
  const groups = useMemo(() => [{ title: "", fields: [...Object.keys(access), "org_id"] }], [access]);
  const fields = useMemo<FieldMap>(() => ({ ...access, org_id: { type: "string" } }), [access]);
  // The page looks at the ticket again and again; the form keeps what was entered.
  const [object] = useState(ticket);
  const approve = async (body: Row) => {
    const whole = { ...body, org_id: ticket.org_id };
    if (isLastStep(ticket)) {
      if (isEmptyList(body.apply_assets) && isEmptyList(body.apply_nodes)) {
        throw new ApiError(
          400,
          { apply_assets: [t("decide.noTarget")], apply_nodes: [t("decide.noTarget")] },
          "",
        );
      }
      if (isEmptyList(body.apply_accounts)) {
        throw new ApiError(400, { apply_accounts: [t("decide.noAccount")] }, "");
      }
    }
    await onApprove(whole);
  };
  return (
    <FormDialog
      title={t("decide.changeTitle")}
      hint={t("decide.changeHint")}
      fields={fields}
      groups={groups}
      overrides={overrides}
      object={object}
      confirmText={t("decide.approve")}
      onConfirm={approve}
      onClose={onClose}
    />
  );
}
