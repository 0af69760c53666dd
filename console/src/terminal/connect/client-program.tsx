import { Alert, Button, Checkbox } from "antd";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { hasClientProgram, noteClientProgram, openLink } from "./client-launch.ts";

interface ClientProgramProps {
  /** The `jms://` link. */
  readonly link: string;
  /** Whether the program is asked for at once where this computer has one. */
  readonly opensAtOnce: boolean;
  /** What to do where nothing opens. */
  readonly otherwise: string;
  /** What stands before the button. */
  readonly children?: ReactNode;
}

/** Hands the connection to a program that opens `jms://` links: by a button, or at once where the person said so. */
export function ClientProgram({ link, opensAtOnce, otherwise, children }: ClientProgramProps) {
  const { t } = useTranslation("terminal");
  const [known, setKnown] = useState(hasClientProgram);
  const [opened, setOpened] = useState<boolean>();
  const open = () => void openLink(link).then(setOpened);
  const first = useRef(opensAtOnce && known ? open : undefined);
  useEffect(() => {
    first.current?.();
    first.current = undefined;
  }, []);
  return (
    <div className="luna-client-program">
      {children}
      <Button onClick={open}>{t("client.open")}</Button>
      <Checkbox
        checked={known}
        onChange={({ target }) => {
          noteClientProgram(target.checked);
          setKnown(target.checked);
        }}
      >
        {t("client.known")}
      </Checkbox>
      {opened === false && (
        <Alert type="warning" showIcon title={t("client.nothingOpened")} description={otherwise} />
      )}
    </div>
  );
}
