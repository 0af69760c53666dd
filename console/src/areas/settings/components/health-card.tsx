import { useQuery } from "@tanstack/react-query";
import { objectQuery } from "../../../kit/api/resources.ts";
import { StatusMark } from "../../../kit/status-mark.tsx";
import { useSettingsTexts } from "../settings-texts.ts";
import "./components.css";

/** What is well and what is not (docs/contract/components.md, section 8). */
interface Health {
  readonly checks?: readonly Check[];
}

interface Check {
  readonly name: string;
  readonly label: string;
  readonly state: string;
  /** What is so, or what is wrong and what to do about it. */
  readonly message: string;
}

const STATES = ["ok", "warning", "critical"] as const;

/** What is wrong with the installation; nothing where the server does not tell. */
export function HealthCard() {
  const { t } = useSettingsTexts();
  const { data } = useQuery({
    ...objectQuery<Health>("/api/v1/sallyport/health/"),
    retry: false,
    refetchInterval: ({ state }) => (state.error === null ? 30_000 : false),
  });
  const checks = data?.checks;
  if (checks === undefined) return null;
  return (
    <section className="card">
      <h2>{t("components:health.title")}</h2>
      <dl className="health">
        {checks.map(({ name, label, state, message }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <StatusMark
                good={state === "ok"}
                warning={state !== "critical"}
                text={t(`components:health.${STATES.find((known) => known === state) ?? "warning"}`)}
              />
              <span>{message}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
