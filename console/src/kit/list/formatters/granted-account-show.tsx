import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fetchPage } from "../../api/resources.ts";
import { toastFailure } from "../../feedback.ts";
import { valueText } from "../../metadata/value-text.ts";
import "./formatters.css";

interface GrantedAccountShowProps {
  /** Address of a list whose names are told. */
  readonly url: string;
  /** Whose they are, for the name of the button. */
  readonly name: string;
}

/** The names of a list that is fetched only when somebody wants to know, such as the accounts granted on an asset. */
export function GrantedAccountShow({ url, name }: GrantedAccountShowProps) {
  const { t } = useTranslation("list");
  const [busy, setBusy] = useState(false);
  const [names, setNames] = useState<string>();
  if (names !== undefined) return <span title={names}>{names === "" ? "-" : names}</span>;
  const show = async () => {
    setBusy(true);
    try {
      setNames(valueText((await fetchPage(url)).results));
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className="value-link"
      disabled={busy}
      aria-label={t("masked.show", { name })}
      onClick={() => void show()}
    >
      {t(busy ? "masked.loading" : "masked.showNames")}
    </button>
  );
}
