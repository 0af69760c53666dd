import { useMemo, useState } from "react";
import { QuickActions } from "../../../kit/detail/quick-actions.tsx";
import { toast } from "../../../kit/feedback.ts";
import type { FieldOverrides } from "../../../kit/form/form-model.ts";
import { SingleForm } from "../../../kit/form/single-form.tsx";
import { Notice } from "../../../kit/list/list-states.tsx";
import { useSession } from "../../../kit/session.ts";
import { refreshSession } from "../../../kit/session-refresh.ts";
import { CertificatesCard } from "./certificates-card.tsx";
import { mayUseKeys, PROFILE_URL } from "./own-profile.ts";
import { useProfileTexts } from "./profile-texts.ts";
import { usePublicKeyOverride } from "./public-key-override.ts";
import { useKeyGeneration } from "./use-key-generation.ts";

/** Shows which key is stored, and replaces it: by another one of the person's, or by one that is made for them. */
export function PublicKeyForm() {
  const { t } = useProfileTexts();
  const { profile } = useSession();
  const [made, setMade] = useState(0);
  const generate = useKeyGeneration(() => setMade((count) => count + 1));
  const publicKey = usePublicKeyOverride();
  const overrides = useMemo<FieldOverrides>(
    () => ({
      public_key_comment: { readOnly: true },
      public_key_hash_md5: { readOnly: true },
      public_key: { ...publicKey, required: true },
    }),
    [publicKey],
  );
  const groups = useMemo(
    () => [
      { title: t("personal:key.stored"), fields: ["public_key_comment", "public_key_hash_md5"] },
      { title: t("personal:key.new"), fields: ["public_key"] },
    ],
    [t],
  );
  if (!mayUseKeys(profile)) return <Notice title={t("personal:key.off")} body={t("personal:key.offBody")} />;
  return (
    <div className="detail-stack resource-form">
      <SingleForm
        key={made}
        url={`${PROFILE_URL}public-key/`}
        groups={groups}
        overrides={overrides}
        onSaved={async () => {
          toast("success", t("personal:key.saved"));
          await refreshSession();
        }}
      />
      <QuickActions
        title={t("personal:key.pair")}
        actions={[
          {
            key: "generate",
            title: t("personal:key.pairHint"),
            button: t("personal:key.generate"),
            run: generate,
          },
        ]}
      />
      <CertificatesCard />
    </div>
  );
}
