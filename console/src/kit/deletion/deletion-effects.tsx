import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../api/client.ts";
import { AnswerWaits } from "../dialog/answer-waits.tsx";
import type { DeletionTarget } from "./deletion-target.ts";
import "./deletion.css";

interface Effect {
  readonly kind: string;
  readonly count: number;
}

const KINDS = ["accounts", "assets", "permissions", "backupPlans", "sessions", "users"] as const;

/** Milliseconds after which the question is asked without what goes with the objects. */
const TELLING_TIMEOUT = 5_000;

/** Asks the server what goes with the objects; nothing where it does not tell. */
async function effectsOf({ url, ids }: DeletionTarget, signal: AbortSignal): Promise<readonly Effect[]> {
  const resource = url.replace(/^\/api\/v1\/|\/$/g, "");
  try {
    return await api<readonly Effect[]>("/api/v1/sallyport/deletions/preview/", {
      method: "POST",
      body: { resource, ids },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TELLING_TIMEOUT)]),
    });
  } catch {
    // The question stands without it; what cannot be deleted is told by deleting.
    return [];
  }
}

/**
 * What goes with objects when they are deleted, in the question before it (docs/contract/conventions.md, "Bulk
 * delete").
 */
export default function DeletionEffects({ target }: { readonly target: DeletionTarget }) {
  const { t } = useTranslation("kit");
  const [effects, setEffects] = useState<readonly Effect[]>();
  useEffect(() => {
    const leaving = new AbortController();
    void effectsOf(target, leaving.signal).then((told) => {
      if (!leaving.signal.aborted) setEffects(told);
    });
    return () => leaving.abort();
  }, [target]);
  if (effects === undefined) return <AnswerWaits />;
  const told = KINDS.flatMap((kind) => {
    const count = effects.find((effect) => effect.kind === kind)?.count ?? 0;
    return count > 0 ? [t(`remove.effects.${kind}`, { count })] : [];
  });
  if (told.length === 0) return null;
  return (
    <div className="deletion-effects" role="note" aria-label={t("remove.effects.title")}>
      <p>{t("remove.effects.title")}</p>
      <ul>
        {told.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
