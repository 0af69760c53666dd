import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Notice } from "../kit/list/list-states.tsx";
import "./error-pages.css";

/** Shown for an address without a screen. */
export function MissingPage() {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  return (
    <div className="error-page">
      <p className="error-code">404</p>
      <Notice title={t("page.missingTitle")} body={t("page.missingBody")}>
        <Button type="primary" onClick={() => void navigate("/")}>
          {t("page.home")}
        </Button>
      </Notice>
    </div>
  );
}

/** Shown in place of a screen that needs a permission the person lacks. */
export function ForbiddenPage() {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  return (
    <div className="error-page">
      <p className="error-code">403</p>
      <Notice title={t("page.forbiddenTitle")} body={t("page.forbiddenBody")}>
        <Button type="primary" onClick={() => void navigate("/")}>
          {t("page.home")}
        </Button>
      </Notice>
    </div>
  );
}

/** Shown when a screen failed while drawing, or its code could not be loaded after an upgrade. */
export function CrashPage() {
  const { t } = useTranslation("shell");
  return (
    <div className="error-page">
      <Notice title={t("page.crashedTitle")} body={t("page.crashedBody")}>
        <Button type="primary" onClick={() => location.reload()}>
          {t("page.reload")}
        </Button>
      </Notice>
    </div>
  );
}
