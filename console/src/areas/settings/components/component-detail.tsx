import { useTranslation } from "react-i18next";
import { DetailCard, detailItems } from "../../../kit/detail/detail-card.tsx";
import { ResourceDetail } from "../../../kit/detail/resource-detail.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import { COMPONENTS } from "./component-resources.ts";
import { LoadHistory } from "./load-history.tsx";
import { LoadMark } from "./load-mark.tsx";
import { figuresText } from "./stat.ts";

/** One component: all it tells, and how busy it was. */
export default function ComponentDetail() {
  const { t } = useTranslation("kit");
  const { t: text } = useSettingsTexts();
  return (
    <ResourceDetail
      resource={COMPONENTS}
      prefix={text("routes:terminalDetail")}
      tabs={({ fields, row }) => [
        {
          key: "Basic",
          label: t("detail.basic"),
          content: (
            <DetailCard
              items={detailItems(fields, row, [], {
                load: () => <LoadMark load={row.load} />,
                stat: () => figuresText(row.stat),
              }).map((item) => (item.key === "stat" ? { ...item, label: text("components:figures") } : item))}
            />
          ),
        },
        {
          key: "Load",
          label: text("components:history.title"),
          content: <LoadHistory id={String(row.id)} />,
        },
      ]}
    />
  );
}
