import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { exactInstant, formatDate } from "../../../kit/metadata/dates.ts";
import { labelled } from "../../../kit/metadata/labelled.ts";
import { valueText } from "../../../kit/metadata/value-text.ts";
import { useSession } from "../../../kit/session.ts";

/** Who is signed in. */
export function PersonCard() {
  const { t } = useTranslation("granting");
  const { profile } = useSession();
  const avatar = valueText(profile.avatar_url);
  return (
    <section className="card">
      <h2>{t("work.profile")}</h2>
      <div className="person-card">
        {avatar === "" ? <span /> : <img src={avatar} alt="" width={48} height={48} />}
        <div>
          <p className="person-name">
            <Link to="/profile/info">{`${profile.name}(${profile.username})`}</Link>
          </p>
          <p>{profile.email}</p>
          {profile.last_login === null || profile.last_login === undefined ? null : (
            <p className="hint" title={exactInstant(profile.last_login)}>
              {labelled(t("work.lastLogin"), formatDate(profile.last_login))}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
