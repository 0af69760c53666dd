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

/** Says whether playbooks can run, and what it takes where they cannot, on all gateways or on some. */
export function PlaybookSupport() {
  const { t } = useJobTexts();
  const { data } = useQuery({
    queryKey: ["object", "playbook support"],
    queryFn: ({ signal }) => api<Support>(SUPPORT, { signal }),
  });
  if (data === undefined) return null;
  return (
    <>
      {data.is_available ? <p className="hint">{t("book.supported", { version: data.version })}</p> : null}
      {data.reason === "" ? null : <Alert type="warning" showIcon title={data.reason} />}
    </>
  );
}
