import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { isRecord } from "../../../kit/api/api-error.ts";
import { api } from "../../../kit/api/client.ts";
import { FormDialog } from "../../../kit/dialog/form-dialog.tsx";
import { asProtocols } from "../../../kit/field-kinds/protocols.tsx";
import { rowName } from "../../../kit/list/rows.ts";
import type { FieldMap, Row } from "../../../kit/metadata/types.ts";
import { openTaskLog } from "../../../kit/task-window.ts";
import { gatewaysOf } from "./domain-resources.ts";

const SSH_PORT = 22;

interface GatewayTestDialogProps {
  readonly gateway: Row;
  readonly onClose: () => void;
}

/** Asks which port a gateway's own SSH server listens on, and tests the way through it. */
export default function GatewayTestDialog({ gateway, onClose }: GatewayTestDialogProps) {
  const { t } = useTranslation("domains");
  const fields = useMemo<FieldMap>(
    () => ({
      port: {
        type: "integer",
        label: t("gateway.port"),
        help_text: t("gateway.portHelp"),
        required: true,
        min_value: 1,
        max_value: 65_535,
      },
    }),
    [t],
  );
  const object = useMemo(() => {
    const ssh = asProtocols(gateway.protocols).find(({ name }) => name === "ssh");
    return { port: ssh?.port ?? SSH_PORT };
  }, [gateway]);
  const test = async (body: Record<string, unknown>) => {
    const url = `${gatewaysOf(undefined).url}${String(gateway.id)}/test-connective/`;
    const answer = await api<unknown>(url, { method: "POST", body });
    onClose();
    if (isRecord(answer) && typeof answer.task === "string") openTaskLog(answer.task);
  };
  return (
    <FormDialog
      title={t("gateway.testTitle", { name: rowName(gateway) })}
      size="small"
      fields={fields}
      object={object}
      confirmText={t("gateway.test")}
      onConfirm={test}
      onClose={onClose}
    />
  );
}
