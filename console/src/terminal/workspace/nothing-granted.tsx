import { InboxOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { helpLinks } from "../../kit/help-links.ts";
import { useCopy } from "../../kit/use-copy.ts";
import { useLuna } from "../page/luna-context.ts";

/** The console's form that asks for access. */
const REQUEST_PAGE = "/ui/tickets/tickets/request-host-perm/create";

/** For somebody who may connect to nothing: how to request access, whom to ask, and what to tell them. */
export function NothingGranted({ onLookAgain }: { onLookAgain(): void }) {
  const { t } = useTranslation("terminal");
  const copy = useCopy();
  const { profile, organization, organizations, settings } = useLuna();
  const support = helpLinks(settings).find(({ key }) => key === "support");
  const canRequest =
    settings.TICKETS_ENABLED === true &&
    settings.XPACK_LICENSE_IS_VALID === true &&
    profile.perms.includes("tickets.view_ticket");
  const organizationName = organization?.name ?? "";
  const request = t("nothing.request", {
    name: profile.name,
    username: profile.username,
    organization: organizationName,
  });
  return (
    <div className="luna-welcome">
      <InboxOutlined className="luna-welcome-icon" aria-hidden="true" />
      <h1>{t("nothing.title")}</h1>
      <p>{t(canRequest ? "nothing.askOrRequest" : "nothing.ask", { organization: organizationName })}</p>
      <blockquote className="luna-request">{request}</blockquote>
      <div className="luna-welcome-acts">
        {canRequest && (
          <Button type="primary" href={REQUEST_PAGE}>
            {t("nothing.requestAccess")}
          </Button>
        )}
        <Button type={canRequest ? "default" : "primary"} onClick={() => void copy(request)}>
          {t("nothing.copy")}
        </Button>
        <Button onClick={onLookAgain}>{t("nothing.again")}</Button>
        {support && (
          <Button href={support.url} target="_blank" rel="noopener noreferrer">
            {t("nothing.support")}
          </Button>
        )}
      </div>
      {organizations.length > 1 && <p>{t("nothing.otherOrganization")}</p>}
    </div>
  );
}
