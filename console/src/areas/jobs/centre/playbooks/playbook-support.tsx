import { useQuery } from "@tanstack/react-query";
import { Alert } from "antd";
import { api } from "../../../../kit/api/client.ts";
import { useJobTexts } from "../use-job-texts.ts";

const SUPPORT = "/api/v1/sallyport/playbook-support/";

interface Support {
  readonly is_available: boolean;
  readonly version: string;
  readonly reason: string;
}

/** Says whether the server can run playbooks, and what it takes where it cannot. */
export function PlaybookSupport() {
  const { t } = useJobTexts();
  const { data } = useQuery({
    queryKey: ["object", "playbook support"],
    queryFn: ({ signal }) => api<Support>(SUPPORT, { signal }),
  });
  if (data === undefined) return null;
  return data.is_available ? (
    <p className="hint">{t("book.supported", { version: data.version })}</p>
  ) : (
    <Alert type="warning" showIcon title={data.reason} />
  );
}
