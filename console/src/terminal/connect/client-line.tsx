import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { labelled } from "../../kit/metadata/labelled.ts";
import { useCopy } from "../../kit/use-copy.ts";

interface LineProps {
  readonly name: string;
  /** What is copied. */
  readonly value: string;
  /** What is there, where that is something else. */
  readonly shown?: string;
  readonly children?: ReactNode;
}

/** A value to copy into a program of one's own. */
export function Line({ name, value, shown = value, children }: LineProps) {
  const { t } = useTranslation("common");
  const copy = useCopy();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{shown}</code>
        {children}
        <Button size="small" aria-label={labelled(t("copy"), name)} onClick={() => void copy(value)}>
          {t("copy")}
        </Button>
      </dd>
    </div>
  );
}

/** What a secret is shown as. */
const HIDDEN = "••••••••••••••••";

interface SecretLineProps {
  readonly name: string;
  readonly value: string;
  /** The part that is secret; the whole where there is none. */
  readonly secret?: string;
}

/** A value that is secret, or holds a secret, and is shown on demand. */
export function SecretLine({ name, value, secret = value }: SecretLineProps) {
  const { t } = useTranslation("terminal");
  const [isShown, setShown] = useState(false);
  return (
    <Line name={name} value={value} shown={isShown ? value : value.replaceAll(secret, HIDDEN)}>
      <Button
        size="small"
        aria-label={labelled(t(isShown ? "client.hide" : "client.show"), name)}
        onClick={() => setShown(!isShown)}
      >
        {t(isShown ? "client.hide" : "client.show")}
      </Button>
    </Line>
  );
}
