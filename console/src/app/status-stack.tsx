import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConnectionBar } from "./connection/connection-bar.tsx";
import { useNewBuild } from "./new-build.ts";
import { StatusBar } from "./status-bar.tsx";

function NewBuildBar() {
  const { t } = useTranslation("startup");
  const changed = useNewBuild();
  const [postponed, setPostponed] = useState(false);
  if (!changed || postponed) return null;
  return (
    <StatusBar
      tone="info"
      text={t("build.title")}
      action={{ label: t("build.reload"), onClick: () => location.reload() }}
      second={{ label: t("build.later"), onClick: () => setPostponed(true) }}
    />
  );
}

/** What lies over every page, signed in or not yet: a lost connection, a new version. */
export function StatusStack() {
  return (
    <div className="status-stack">
      <ConnectionBar />
      <NewBuildBar />
    </div>
  );
}
