import { useQuery } from "@tanstack/react-query";
import { Alert } from "antd";
import { useTranslation } from "react-i18next";
import { api } from "../../kit/api/client.ts";
import { DetailCard, type DetailItem } from "../../kit/detail/detail-card.tsx";
import { FailureNotice } from "../../kit/list/list-states.tsx";
import { Page } from "../../kit/page.tsx";
import { useSession } from "../../kit/session.ts";
import { StatusMark } from "../../kit/status-mark.tsx";
import { daysLeft, hasLicense, type LicenseDetail } from "./license-facts.ts";
import { LicenseImport } from "./license-import.tsx";
import "./license.css";

const DETAIL_URL = "/api/v1/xpack/license/detail";

/** Days before the end from which it is shown as a warning. */
const WARNING_DAYS = 7;

function Validity({ license }: { readonly license: LicenseDetail }) {
  const { t } = useTranslation("license");
  const days = daysLeft(license.date_expired, new Date());
  if (days === undefined) return t("noEnd");
  const left = days < 0 ? t("ended") : days === 0 ? t("lastDay") : t("daysLeft", { count: days });
  return (
    <span className="license-validity">
      <span className="numeric">{license.date_expired}</span>
      <StatusMark good={days >= WARNING_DAYS} text={left} />
    </span>
  );
}

function Assets({ license }: { readonly license: LicenseDetail }) {
  const { t } = useTranslation("license");
  const { asset_count: limit, current_asset_count: current } = license;
  const count = current ?? 0;
  if (limit === null) return t("assetsFree", { count });
  return (
    <span className="license-assets">
      <span className="numeric">{t("assetsOf", { count, limit })}</span>
      <meter min={0} max={limit} high={limit * 0.9} optimum={0} value={Math.min(count, limit)}>
        {t("assetsOf", { count, limit })}
      </meter>
    </span>
  );
}

function LicenseCard({ license }: { readonly license: LicenseDetail }) {
  const { t } = useTranslation("license");
  const items: readonly DetailItem[] = hasLicense(license)
    ? [
        { key: "corporation", label: t("corporation"), value: license.corporation },
        { key: "edition", label: t("edition"), value: license.edition },
        { key: "expires", label: t("expires"), value: <Validity license={license} /> },
        { key: "assets", label: t("assets"), value: <Assets license={license} /> },
        { key: "subscription", label: t("subscription"), value: license.subscription_id },
        { key: "serial", label: t("serial"), value: license.serial_no },
        { key: "remark", label: t("remark"), value: license.remark },
      ]
    : [
        { key: "edition", label: t("edition"), value: t("community") },
        { key: "assets", label: t("assets"), value: license.current_asset_count ?? 0 },
      ];
  return <DetailCard title={t("card")} items={items} />;
}

/** What is wrong with the license, or that there is none. */
function LicenseNotice({ license }: { readonly license: LicenseDetail }) {
  const { t } = useTranslation("license");
  const { problem, asset_count: limit, current_asset_count: count } = license;
  if (typeof problem === "string" && problem !== "") {
    return <Alert type="error" showIcon title={t("notInForce")} description={problem} />;
  }
  if (!hasLicense(license)) return <Alert type="info" showIcon title={t("none")} />;
  if (limit !== null && count !== null && count > limit) {
    return <Alert type="warning" showIcon title={t("assetsOver")} />;
  }
  return null;
}

/** The license of the installation: what it says, whether it holds, and a place to hand in another one. */
export default function LicensePage() {
  const { t } = useTranslation(["license", "routes", "common"]);
  const { settings } = useSession();
  const license = useQuery({
    queryKey: ["object", DETAIL_URL],
    queryFn: ({ signal }) => api<LicenseDetail>(DETAIL_URL, { signal }),
  });
  const detail = license.data;
  const inForce = detail?.is_valid ?? settings.XPACK_LICENSE_IS_VALID === true;
  const support = settings.HELP_SUPPORT_URL;
  return (
    <Page
      title={t("routes:license")}
      status={
        detail !== undefined && hasLicense(detail) ? (
          <StatusMark good={inForce} text={t(inForce ? "inForce" : "notInForce")} />
        ) : null
      }
      actions={
        typeof support === "string" && support !== "" ? (
          <a href={support} target="_blank" rel="noopener noreferrer">
            {t("support")}
          </a>
        ) : null
      }
    >
      {detail === undefined ? (
        license.error === null ? (
          <div className="form-skeleton" role="status" aria-label={t("common:loading")} />
        ) : (
          <FailureNotice error={license.error} onRetry={() => void license.refetch()} />
        )
      ) : (
        <div className="detail-stack">
          <LicenseNotice license={detail} />
          <div className="detail-columns">
            <LicenseCard license={detail} />
            {settings.XPACK_ENABLED === true ? <LicenseImport /> : null}
          </div>
        </div>
      )}
    </Page>
  );
}
