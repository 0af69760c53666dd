import { DownloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { Link } from "react-router";
import { DetailCard, detailItems } from "../../kit/detail/detail-card.tsx";
import { ResourceDetail } from "../../kit/detail/resource-detail.tsx";
import type { Row } from "../../kit/metadata/types.ts";
import { valueText } from "../../kit/metadata/value-text.ts";
import { useSession } from "../../kit/session.ts";
import { FILE_TRANSFERS, storedCopyPath } from "./resources.ts";
import { sizeText } from "./size-text.ts";
import { TransferState } from "./transfer-state.tsx";
import { useTransferTexts } from "./use-transfer-texts.ts";

const CARD = [
  "filename",
  "operate",
  "state",
  "reason",
  "size",
  "sha256",
  "user",
  "remote_addr",
  "asset",
  "account",
  "session",
  "date_start",
  "date_end",
];

function SessionLink({ row }: { readonly row: Row }) {
  const { t } = useTransferTexts();
  const { can } = useSession();
  if (typeof row.session !== "string") return null;
  return can("terminal.view_session") ? (
    <Link to={`/audit/sessions/sessions/${row.session}`}>{t("goToSession")}</Link>
  ) : (
    <span>{row.session}</span>
  );
}

/** One thing done to files: what passed, whether all of it, and the hash to compare with. */
export default function FileTransferDetail() {
  const { t } = useTransferTexts();
  return (
    <ResourceDetail
      resource={FILE_TRANSFERS}
      prefix={t("routes:fileTransferDetail")}
      title={(row) => valueText(row.filename)}
      canDelete={false}
      updatePath={() => null}
      status={(row) => <TransferState row={row} />}
      actions={({ row }) =>
        row.has_file === true ? (
          <Button icon={<DownloadOutlined />} href={storedCopyPath(String(row.id))}>
            {t("download")}
          </Button>
        ) : null
      }
      tabs={({ row, fields }) => [
        {
          key: "FileTransferDetail",
          label: t("kit:detail.basic"),
          content: (
            <DetailCard
              items={detailItems(fields, row, CARD, {
                state: () => <TransferState row={row} />,
                size: () =>
                  row.size === null
                    ? ""
                    : Number(row.size) < 1000
                      ? sizeText(row.size)
                      : t("sizeAndBytes", {
                          size: sizeText(row.size),
                          bytes: t("bytes", { count: Number(row.size) }),
                        }),
                session: () => <SessionLink row={row} />,
              })}
            />
          ),
        },
      ]}
    />
  );
}
