import { useTranslation } from "react-i18next";
import { Page } from "../../kit/page.tsx";
import { ExecutionsList } from "./executions-list.tsx";

const MINE = { mine: "1" };

/** What the person has started: running first in time, with logs and a way to stop it. */
export default function MyTasks() {
  const { t } = useTranslation(["tasks", "routes"]);
  return (
    <Page title={t("routes:myTasks")}>
      <ExecutionsList label={t("routes:myTasks")} query={MINE} withTask emptyHint={t("noneOfMine")} />
    </Page>
  );
}
