import { useQuery } from "@tanstack/react-query";
import { Spin } from "antd";
import type { ReactNode } from "react";
import { isRecord } from "../api/api-error.ts";
import { fieldsOf } from "../api/resources.ts";
import { DetailCard, detailItems } from "../detail/detail-card.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { protocolLabel } from "../field-kinds/protocol-rows.ts";
import type { Protocol } from "../field-kinds/protocols.tsx";
import { useFormTexts } from "../form/use-form-texts.ts";
import { FLAGS, protocolMetadata } from "./protocol-dialog.tsx";

interface ProtocolCardProps {
  readonly protocol: Protocol;
  /** Where the settings can be changed. */
  readonly note: ReactNode;
  readonly onClose: () => void;
}

/** The settings of a protocol where they are not to be changed. Who may not read what they are called sees their names. */
export default function ProtocolCard({ protocol, note, onClose }: ProtocolCardProps) {
  const { t } = useFormTexts();
  const metadata = useQuery(protocolMetadata(protocol.name));
  const fields = fieldsOf(metadata.data, "GET");
  const setting = isRecord(protocol.setting) ? protocol.setting : {};
  const flags = Object.fromEntries(FLAGS.map((name) => [name, protocol[name] === true]));
  const items = detailItems(fields.setting?.children ?? {}, setting, Object.keys(setting));
  return (
    <Dialog title={t("protocol.title", { name: protocolLabel(protocol.name) })} onClose={onClose}>
      {metadata.isPending ? (
        <Spin />
      ) : (
        <div className="detail-stack">
          {note === undefined ? null : <p className="hint">{note}</p>}
          <DetailCard
            title={t("protocol.basic")}
            items={detailItems(
              Object.fromEntries(FLAGS.map((name) => [name, fields[name] ?? { type: "boolean" }])),
              flags,
              FLAGS,
            )}
          />
          {items.length === 0 ? null : <DetailCard title={t("protocol.advanced")} items={items} />}
        </div>
      )}
    </Dialog>
  );
}
