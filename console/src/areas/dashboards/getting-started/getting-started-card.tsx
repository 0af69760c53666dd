import { CheckCircleFilled } from "@ant-design/icons";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSession } from "../../../kit/session.ts";
import { AddHostDialog } from "../../assets/index.ts";
import { GiveAccessDialog } from "../../permissions/index.ts";
import { connectPath } from "../../sessions/index.ts";
import { type FirstSteps, STEPS, type StepName } from "./first-steps.ts";
import "./getting-started.css";

interface CardProps {
  readonly progress: FirstSteps;
  /** Called after a step that was taken here. */
  readonly onChanged: () => void;
  readonly onHide: () => void;
}

/** A machine that was just added, which the next step is about. */
interface Machine {
  readonly id: string;
  readonly name: string;
}

interface StepActionProps {
  readonly step: StepName;
  readonly progress: FirstSteps;
  readonly onAddHost: () => void;
  readonly onGiveAccess: () => void;
}

/** What a step is taken with; the two in other tabs are links. */
function StepAction({ step, progress, onAddHost, onGiveAccess }: StepActionProps) {
  const { t } = useTranslation("gettingStarted");
  const { asset, session } = progress;
  if (step === "asset" || step === "permission") {
    return (
      <Button type="primary" onClick={step === "asset" ? onAddHost : onGiveAccess}>
        {t(`${step}.act`)}
      </Button>
    );
  }
  const path =
    step === "session" ? (asset?.may_connect === true ? connectPath(asset.id) : "/luna/") : undefined;
  const to = path ?? (session === null ? undefined : `/luna/replay/${session.id}`);
  if (to === undefined) return <span className="hint">{t("replay.waiting")}</span>;
  return (
    <Button type="primary" href={to} target="_blank" rel="noopener">
      {t(`${step}.act`)}
    </Button>
  );
}

/** The steps, which are done, and the act of the first that is not. */
export function GettingStartedCard({ progress, onChanged, onHide }: CardProps) {
  const { t } = useTranslation(["gettingStarted", "common"]);
  const { profile, can } = useSession();
  const [dialog, setDialog] = useState<"host" | "access">();
  const [added, setAdded] = useState<Machine>();
  const { steps } = progress;
  const next = STEPS.find((step) => !steps[step]);
  const done = STEPS.filter((step) => steps[step]).length;
  const asset = added ?? progress.asset ?? undefined;
  return (
    <section className="card getting-started" aria-labelledby="getting-started">
      <div className="getting-started-head">
        <h2 id="getting-started">{t("title")}</h2>
        <span className="hint numeric">{t("done", { done, total: STEPS.length })}</span>
        <Button type="text" size="small" onClick={onHide}>
          {t(next === undefined ? "common:close" : "hide")}
        </Button>
      </div>
      {next === undefined ? <p role="status">{t("allDone")}</p> : null}
      <ol>
        {STEPS.map((step, index) => (
          <li key={step} className={steps[step] ? "is-done" : step === next ? "is-next" : ""}>
            <span className="getting-started-mark" aria-hidden="true">
              {steps[step] ? <CheckCircleFilled /> : index + 1}
            </span>
            <div>
              <strong>
                {t(`${step}.title`)}
                {steps[step] ? <span className="visually-hidden"> {t("isDone")}</span> : null}
              </strong>
              <p>{t(`${step}.text`)}</p>
              {step === "permission" && step === next && can("users.add_user") ? (
                <p>
                  <Link to="/console/users/create">{t("permission.newUser")}</Link>
                </p>
              ) : null}
            </div>
            {step === next ? (
              <StepAction
                step={step}
                progress={progress}
                onAddHost={() => setDialog("host")}
                onGiveAccess={() => setDialog("access")}
              />
            ) : null}
          </li>
        ))}
      </ol>
      <Suspense fallback={null}>
        {dialog === "host" ? (
          <AddHostDialog
            onAdded={onChanged}
            next={{
              text: t("permission.act"),
              run: ({ id, name }) => {
                setAdded({ id, name });
                setDialog("access");
              },
            }}
            onClose={() => setDialog(undefined)}
          />
        ) : null}
        {dialog === "access" ? (
          <GiveAccessDialog
            user={{ id: profile.id, name: profile.name }}
            asset={asset}
            onGiven={() => {
              setDialog(undefined);
              onChanged();
            }}
            onClose={() => setDialog(undefined)}
          />
        ) : null}
      </Suspense>
    </section>
  );
}
