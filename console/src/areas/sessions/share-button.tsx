import { ShareAltOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Row } from "../../kit/metadata/types.ts";
import { plainValue, valueText } from "../../kit/metadata/value-text.ts";
import { useSession } from "../../kit/session.ts";

const ShareDialog = lazy(() => import("../../kit/sharing/share-dialog.tsx"));

/** Props of {@link ShareButton}. */
export interface ShareButtonProps {
  /** The session as a list of sessions shows it. */
  readonly session: Row;
  /** Drawn as a link among others. Default false. */
  readonly isSmall?: boolean;
}

/** Opens what is shared of a session, where it is the viewer's own terminal and runs, whatever it was opened with. */
export function ShareButton({ session, isSmall = false }: ShareButtonProps) {
  const { t } = useTranslation("sessions");
  const { profile, settings } = useSession();
  const [isOpen, setOpen] = useState(false);
  const isOwn = session.user_id === profile.id && plainValue(session.type) === "normal";
  if (!isOwn || session.can_join !== true || settings.SECURITY_SESSION_SHARE !== true) return null;
  return (
    <>
      <Button
        {...(isSmall
          ? { type: "link" as const, size: "small" as const }
          : { icon: <ShareAltOutlined aria-hidden /> })}
        aria-label={t("shareOne", { name: valueText(session.asset) })}
        onClick={() => setOpen(true)}
      >
        {t("share")}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ShareDialog sessionId={String(session.id)} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
