import { useMemo } from "react";
import type { FieldOverride } from "../../../kit/form/form-model.ts";
import { useProfileTexts } from "./profile-texts.ts";
import { publicKeyProblem } from "./public-key-problem.ts";

/** How a public key is entered: one line, or read from the `.pub` file by copying it. */
export function usePublicKeyOverride(): FieldOverride {
  const { t } = useProfileTexts();
  return useMemo(
    () => ({
      kind: "text-area",
      help: t("personal:key.help"),
      toForm: () => "",
      toWire: (value) => value || undefined,
      problem: (value) => {
        const problem = publicKeyProblem(typeof value === "string" ? value : "");
        return problem === undefined ? undefined : t(`personal:key.${problem}`);
      },
    }),
    [t],
  );
}
