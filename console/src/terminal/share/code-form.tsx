import { Button, Input } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

/** Longest code that is taken, in characters. */
const LONGEST = 16;

/** Asks for the code of a link. */
export function CodeForm({ onCode }: { onCode(code: string): void }) {
  const { t } = useTranslation("terminal");
  const id = useId();
  const [typed, setTyped] = useState("");
  const code = typed.trim();
  return (
    <form
      className="luna-code"
      onSubmit={(event) => {
        event.preventDefault();
        if (code !== "") onCode(code);
      }}
    >
      <p>{t("share.intro")}</p>
      <label htmlFor={id}>{t("share.code")}</label>
      <Input
        id={id}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={LONGEST}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="primary" htmlType="submit" disabled={code === ""}>
        {t("share.join")}
      </Button>
    </form>
  );
}
