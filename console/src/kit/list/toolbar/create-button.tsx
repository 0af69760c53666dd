import { PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useTranslation } from "react-i18next";

interface CreateButtonProps {
  readonly label: string | undefined;
  /** Why it cannot be used; undefined when it can. */
  readonly refusal: string | undefined;
  readonly onCreate: () => void;
}

/** The way to something new. */
export function CreateButton({ label, refusal, onCreate }: CreateButtonProps) {
  const { t } = useTranslation("common");
  return (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      disabled={refusal !== undefined}
      {...(refusal === undefined ? {} : { title: refusal })}
      onClick={onCreate}
    >
      {label ?? t("create")}
    </Button>
  );
}
