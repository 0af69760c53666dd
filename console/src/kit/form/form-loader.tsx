import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { metadataQuery, objectQuery } from "../api/resources.ts";
import { FailureNotice } from "../list/list-states.tsx";
import type { Metadata, Row } from "../metadata/types.ts";
import { FormSkeleton } from "./until-inputs.tsx";

interface FormLoaderProps {
  readonly metadataUrl: string;
  /** Object that fills the form; a form without one starts empty. */
  readonly objectUrl: string | undefined;
  readonly children: (metadata: Metadata, object: Row | undefined) => ReactNode;
}

/** The object of a form: as it is when the form opens, and never replaced under the person's hands. */
function formObjectQuery(url: string) {
  return {
    ...objectQuery<Row>(url),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  };
}

/** Loads what a form needs, and draws it when everything is there. */
export function FormLoader({ metadataUrl, objectUrl, children }: FormLoaderProps) {
  const { t } = useTranslation("kit");
  const metadata = useQuery(metadataQuery(metadataUrl));
  const object = useQuery({ ...formObjectQuery(objectUrl ?? ""), enabled: objectUrl !== undefined });
  // What a page before read of the object may be older than what is on the server: saving it would undo that.
  const isFresh = object.data !== undefined && object.isFetchedAfterMount;
  const isComplete = metadata.data !== undefined && (objectUrl === undefined || isFresh);
  const error = metadata.error ?? object.error;
  // What fails while the form is in use takes nothing away from the person.
  if (error !== null && !isComplete) {
    return (
      <FailureNotice
        error={error}
        title={t("detail.loadFailed")}
        onRetry={() => {
          void metadata.refetch();
          if (objectUrl !== undefined) void object.refetch();
        }}
      />
    );
  }
  if (!isComplete) return <FormSkeleton />;
  return children(metadata.data, object.data);
}
