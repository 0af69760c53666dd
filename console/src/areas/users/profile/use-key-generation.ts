import { useQueryClient } from "@tanstack/react-query";
import { refreshData } from "../../../kit/api/resources.ts";
import { confirmed } from "../../../kit/confirm/confirmation.ts";
import { confirm } from "../../../kit/dialogs.tsx";
import { toast } from "../../../kit/feedback.ts";
import { refreshSession } from "../../../kit/session-refresh.ts";
import { fetchFile, saveFile } from "../../../kit/transfer/download.ts";
import { useProfileTexts } from "./profile-texts.ts";

/** Makes a key pair, keeps its public half, and answers with the private one. */
const GENERATE_URL = "/core/auth/profile/pubkey/generate/";

/** Asks, has a key pair made, and saves its private half, which is stored nowhere else. */
export function useKeyGeneration(onMade: () => void = () => undefined): () => void {
  const { t } = useProfileTexts();
  const client = useQueryClient();
  return () =>
    confirm({
      title: t("personal:key.generateTitle"),
      content: t("personal:key.generateBody"),
      confirmText: t("personal:key.generate"),
      onConfirm: async () => {
        const file = await confirmed(() => fetchFile(GENERATE_URL, "sallyport.pem"));
        if (file === undefined) return;
        saveFile(file.name, file.content);
        toast("success", t("personal:key.generated"));
        await Promise.all([refreshSession(), refreshData(client)]);
        onMade();
      },
    });
}
