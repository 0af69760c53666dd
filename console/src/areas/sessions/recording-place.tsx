import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../kit/api/client.ts";
import { orIfNotFound } from "../../kit/api/not-found.ts";

interface Place {
  readonly on_this_server: boolean;
  readonly storages: readonly {
    readonly name: string;
    readonly state: "waiting" | "uploading" | "uploaded" | "stored" | "failed";
    readonly progress: number;
    readonly problem: string;
  }[];
}

/** Milliseconds between looks while a recording is on its way. */
const ON_ITS_WAY = 5_000;

const isSettled = ({ storages }: Place): boolean =>
  storages.every(({ state }) => state === "stored" || state === "failed");

/** Where a recording is; undefined while that is not known, null where the server does not tell. */
export function useRecordingPlace(session: string, isOffered: boolean): Place | null | undefined {
  const { data } = useQuery({
    queryKey: ["recording-place", session],
    queryFn: ({ signal }) =>
      orIfNotFound(api<Place>(`/api/v1/sallyport/replays/${session}/place/`, { signal }), null),
    enabled: isOffered,
    refetchInterval: ({ state: { data: known } }) =>
      known === undefined || known === null || isSettled(known) ? false : ON_ITS_WAY,
  });
  return data;
}

/** Where a recording is, in words: on the server, in storages, or on its way there and what holds it up. */
export function RecordingPlace({ place }: { readonly place: Place }) {
  const { t } = useTranslation("sessions");
  const lines = [
    ...(place.on_this_server ? [{ key: "server", text: t("place.server"), problem: "" }] : []),
    ...place.storages.map(({ name, state, progress, problem }) => ({
      key: name,
      text:
        state === "stored"
          ? name
          : state === "failed"
            ? t("place.failed", { name })
            : t("place.onItsWay", { name, percent: Math.round(progress * 100) }),
      problem,
    })),
  ];
  return (
    <>
      {lines.map(({ key, text, problem }) => (
        <div key={key}>
          {text} {problem === "" ? null : <span className="hint">{problem}</span>}
        </div>
      ))}
    </>
  );
}
