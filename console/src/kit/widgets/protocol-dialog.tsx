import { useQuery } from "@tanstack/react-query";
import { Spin } from "antd";
import { useMemo } from "react";
import { isRecord } from "../api/api-error.ts";
import { fieldsOf, metadataQuery } from "../api/resources.ts";
import { Dialog } from "../dialog/dialog.tsx";
import type { Protocol } from "../field-kinds/protocols.tsx";
import { DialogForm } from "../form/dialog-form.tsx";
import type { FieldOverrides, FormValues } from "../form/form-model.ts";
import { useFormTexts } from "../form/use-form-texts.ts";
import { FailureNotice } from "../list/list-states.tsx";

interface ProtocolDialogProps {
  readonly protocol: Protocol;
  readonly onConfirm: (protocol: Protocol) => void;
  readonly onCancel: () => void;
}

/** How a platform offers a protocol. */
export const FLAGS = ["primary", "required", "default", "public"];

function unlessAutofill(mode: string) {
  return (values: FormValues) => !isRecord(values.setting) || values.setting.autofill !== mode;
}

const byBasic = { hidden: unlessAutofill("basic") };

/** What of a protocol's settings matters only with one way of filling in a page. */
const OVERRIDES: FieldOverrides = {
  setting: {
    fields: {
      username_selector: byBasic,
      password_selector: byBasic,
      submit_selector: byBasic,
      script: { hidden: unlessAutofill("script") },
    },
  },
};

/** What OPTIONS says about a protocol of a platform, its settings included. */
export function protocolMetadata(name: string) {
  return metadataQuery(`/api/v1/assets/protocol-settings/?name=${encodeURIComponent(name)}`);
}

/** WinRM listens elsewhere with TLS. */
function portFor(protocol: Protocol, setting: unknown): number | null {
  if (protocol.name !== "winrm" || !isRecord(setting)) return protocol.port;
  return setting.use_ssl === true ? 5986 : 5985;
}

/** How a platform offers one protocol: its flags and its settings, from the metadata of the protocol. */
export default function ProtocolDialog({ protocol, onConfirm, onCancel }: ProtocolDialogProps) {
  const { t } = useFormTexts();
  const metadata = useQuery(protocolMetadata(protocol.name));
  const fields = useMemo(() => fieldsOf(metadata.data, "GET"), [metadata.data]);
  const groups = useMemo(
    () => [
      { title: t("protocol.basic"), fields: FLAGS },
      { title: t("protocol.advanced"), fields: ["setting"] },
    ],
    [t],
  );
  const confirm = (body: Record<string, unknown>) => {
    const setting = isRecord(body.setting) ? { ...protocol.setting, ...body.setting } : protocol.setting;
    onConfirm({ ...protocol, ...body, port: portFor(protocol, setting), ...(setting ? { setting } : {}) });
  };
  return (
    <Dialog title={t("protocol.title", { name: protocol.name })} modal onClose={onCancel}>
      {metadata.error !== null ? (
        <FailureNotice error={metadata.error} onRetry={() => void metadata.refetch()} />
      ) : metadata.data === undefined ? (
        <Spin />
      ) : (
        <DialogForm
          fields={fields}
          groups={groups}
          overrides={OVERRIDES}
          object={protocol}
          onCancel={onCancel}
          onConfirm={confirm}
        />
      )}
    </Dialog>
  );
}
