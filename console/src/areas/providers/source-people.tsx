import { Alert, Button } from "antd";
import { useState } from "react";
import { useParams } from "react-router";
import { TabPage } from "../../kit/detail/tab-page.tsx";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { LinkList } from "./link-list.tsx";
import { PreviewDialog } from "./preview-dialog.tsx";
import { RuleList } from "./rule-list.tsx";
import { SOURCES, type Source } from "./sources.ts";
import { useSourceTexts } from "./use-source-texts.ts";

function People({ source }: { readonly source: Source }) {
  const { t } = useSourceTexts();
  const { can } = useSession();
  const [open, setOpen] = useState(false);
  return (
    <Page
      title={t("sources:title", { source: source.label })}
      actions={
        can("users.view_user") ? (
          <Button onClick={() => setOpen(true)}>{t("sources:trial.open")}</Button>
        ) : null
      }
    >
      <TabPage
        tabs={[
          { key: "Rules", label: t("sources:tab.rules"), content: <RuleList source={source} /> },
          { key: "Links", label: t("sources:tab.links"), content: <LinkList source={source} /> },
        ]}
      />
      {open ? <PreviewDialog source={source} onClose={() => setOpen(false)} /> : null}
    </Page>
  );
}

/** People of one source: what they get by rules, which users they are, and what a sign-in would do. */
export default function SourcePeople() {
  const { t } = useSourceTexts();
  const { source: name } = useParams();
  const source = SOURCES.find((one) => one.name === name);
  if (source !== undefined) return <People key={source.name} source={source} />;
  return (
    <Page title={t("routes:sourcePeople")}>
      <Alert type="error" showIcon title={t("sources:unknown")} />
    </Page>
  );
}
