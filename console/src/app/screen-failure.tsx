import { useEffect, useState } from "react";
import { useLocation, useNavigate, useRouteError } from "react-router";
import { CrashPage, StalePage } from "../shell/error-pages.tsx";
import { connection } from "./connection/browser-connection.ts";
import { checkBuild, isLoadingFailure } from "./new-build.ts";

/** Code that did not load: an upgrade took it away, or the connection broke; then the page loads again by itself. */
function LoadingFailure() {
  const [upgraded, setUpgraded] = useState(false);
  useEffect(() => {
    let wasLost = false;
    const follow = () => {
      if (connection.state !== "connected") wasLost = true;
      else if (wasLost) location.reload();
    };
    const stop = connection.subscribe(follow);
    void checkBuild(true).then(setUpgraded);
    void connection.retry();
    return stop;
  }, []);
  return <StalePage upgraded={upgraded} />;
}

/** The error page of one screen (docs/contract/console.md, "Failures"). The frame around it stays. */
export function ScreenFailure() {
  const error = useRouteError();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  if (isLoadingFailure(error)) return <LoadingFailure />;
  return (
    <CrashPage
      message={error instanceof Error ? error.message : ""}
      onAgain={() => void navigate(`${pathname}${search}`, { replace: true })}
    />
  );
}
