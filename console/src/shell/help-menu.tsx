import { QuestionCircleOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "../kit/session.ts";
import { helpLinks } from "./help-links.ts";

const AboutDialog = lazy(() => import("./about-dialog.tsx"));

/** Documentation and support, where the installation names them, and what this product is. */
export function HelpMenu() {
  const { t } = useTranslation("shell");
  const { settings } = useSession();
  const [about, setAbout] = useState(false);
  const links = helpLinks(settings);
  return (
    <>
      <Dropdown
        trigger={["click"]}
        menu={{
          items: [
            ...links.map(({ key, url }) => ({
              key,
              label: (
                <a href={url} target="_blank" rel="noreferrer">
                  {t(`header.${key}`)}
                </a>
              ),
            })),
            { key: "about", label: t("about.title") },
          ],
          onClick: ({ key }) => {
            if (key === "about") setAbout(true);
          },
        }}
      >
        <Button
          type="text"
          className="help-button"
          icon={<QuestionCircleOutlined />}
          aria-label={t("header.help")}
          title={t("header.help")}
        />
      </Dropdown>
      {about ? (
        <Suspense>
          <AboutDialog onClose={() => setAbout(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
