import type { Area } from "../../engine/area.ts";
import { defineJob } from "../../engine/jobs/index.ts";
import { commandReviewRoute } from "./commands/command-review-route.ts";
import { commandStoragesResource } from "./commands/command-storages.ts";
import { commandsResource } from "./commands/commands-resource.ts";
import { deliverCommandsJob } from "./commands/deliver-commands.ts";
import { commandReportRoutes } from "./commands/post-commands.ts";
import { commandStorageSecretColumn } from "./commands/search/search-storages.ts";
import { storageTreeRoute } from "./commands/storage-tree.ts";
import { finishSilentSessions } from "./session-store.ts";
import "./tables.ts";
import { componentAlertsJob } from "./components/component-alerts.ts";
import { componentRoutes } from "./components/component-routes.ts";
import { keepLoadsJob } from "./components/load-history.ts";
import { prometheusRoute } from "./components/prometheus-route.ts";
import { taskSocket } from "./components/task-sockets.ts";
import { terminalsResource } from "./components/terminals.ts";
import { connectMethodsRoute } from "./connect-methods-route.ts";
import { clientProgramRoutes } from "./connection-tokens/client-programs.ts";
import { connectionTokenKind } from "./connection-tokens/credential-kind.ts";
import { kubernetesTreeRoutes } from "./connection-tokens/kubernetes-tree.ts";
import { pruneConnectionTokens } from "./connection-tokens/redeem.ts";
import { activateToken } from "./connection-tokens/reviewed-tokens.ts";
import { superTokenResource } from "./connection-tokens/super-token-resource.ts";
import { connectionTokenResources } from "./connection-tokens/token-resource.ts";
import { tokenSecretColumns } from "./connection-tokens/token-values.ts";
import { sessionEffects } from "./deletion-effects.ts";
import { sessionEventsResource } from "./history/session-events.ts";
import { holdRoutes } from "./holds/hold-routes.ts";
import { hostKeysResource } from "./host-keys.ts";
import { liveSessions } from "./live-sessions.ts";
import { momentKeyColumn } from "./moments/moment-key.ts";
import { momentsRoutes } from "./moments/moments-routes.ts";
import { playerRoutes } from "./player/player-routes.ts";
import { indexRecordingsJob } from "./player/recording-indexes.ts";
import { replayRoutes } from "./replay.ts";
import { serverKeyColumn } from "./server-keys.ts";
import { expireTasks, taskRoutes, tasksResource } from "./session-tasks.ts";
import { mySessionsResource, sessionsResource } from "./sessions.ts";
import { checkStoragesJob, keepRecordingsJob, leaveRecordingsJob } from "./storages/keep-recordings.ts";
import { storageSecretColumn } from "./storages/open-store.ts";
import { placeRoute } from "./storages/place-route.ts";
import { replayStoragesResource } from "./storages/replay-storages.ts";
import "./tables.ts";
import { endpointQuestions } from "./endpoint-questions.ts";
import { fileManagerPages } from "./file-manager-page.ts";
import { joinRecordRoutes, joinRecordsResource } from "./sharing/join-records-resource.ts";
import { joinValidateRoute } from "./sharing/join-validate-route.ts";
import { ownSharingRoutes } from "./sharing/own-sharing-routes.ts";
import { shareCodeColumn } from "./sharing/share-code.ts";
import { sharePageRoute } from "./sharing/share-page-route.ts";
import { sharingRoutes, sharingsResource } from "./sharing/sharings-resource.ts";

import { ticketSessionRoutes } from "./ticket-routes.ts";

export { alertOfCommand } from "./commands/command-alerts.ts";
export { reviewCommand } from "./commands/command-review.ts";
export { commandRetention } from "./commands/purge-commands.ts";
export { storeSessionCommands } from "./commands/store-commands.ts";
export { hasComponentPages, methodOfSession } from "./component-methods.ts";
export { reportProcess } from "./components/report-process.ts";
export { registerTerminal } from "./components/terminals.ts";
export {
  connectionTokenOwner,
  redeemConnectionToken,
  sessionPermittedTime,
} from "./connection-tokens/redeem.ts";
export { mayContinueFrom } from "./decision/continue-from.ts";
export { type AccessDecision, decideAccess } from "./decision/decide.ts";
export { decideForwarding } from "./decision/forwarding.ts";
export { decideJump } from "./decision/jump.ts";
export { signInByConnectionToken } from "./decision/token-sign-in.ts";
export { recordSessionEvent, type SessionEvent } from "./history/session-events.ts";
export { isHeld } from "./holds/held.ts";
export {
  pinFirstHostKey,
  pinnedHostKey,
  reportHostKeyMismatch,
} from "./host-keys.ts";
export { mayWatchSession } from "./may-watch.ts";
export { outdateMoments } from "./moments/keep-moments.ts";
export { indexRecordings } from "./player/recording-indexes.ts";
export { presentSession } from "./present-session.ts";
export { sessionRetention } from "./purge-sessions.ts";
export { commandsTable, replayStoragesTable, sessionsTable } from "./readable-tables.ts";
export { tarHeader, tarPadding } from "./replay-archive.ts";
export { sshServerKeys } from "./server-keys.ts";
export { SessionStore } from "./session-store.ts";
export { SessionSharing } from "./sharing/session-sharing.ts";
export { moveNamedRecordings, UnknownStorageError } from "./storages/move-named.ts";
export { putWhole } from "./storages/object-store.ts";
export { openReplayStorage } from "./storages/open-store.ts";
export { placeOfRecording } from "./storages/recording-place.ts";
export { StorageError } from "./storages/storage-error.ts";

/** Sessions, what leads to them and what remains of them. Contract: docs/contract/sessions.md. */
export const sessionsArea: Area = {
  name: "sessions",
  resources: [
    sessionsResource,
    mySessionsResource,
    terminalsResource,
    tasksResource,
    sessionEventsResource,
    sharingsResource,
    joinRecordsResource,
    hostKeysResource,
    commandsResource,
    commandStoragesResource,
    replayStoragesResource,
    ...connectionTokenResources,
    superTokenResource,
  ],
  routes: [
    ...taskRoutes,
    ...ticketSessionRoutes,
    ...sharingRoutes,
    ...joinRecordRoutes,
    joinValidateRoute,
    ...ownSharingRoutes,
    sharePageRoute,
    ...fileManagerPages,
    ...replayRoutes,
    ...playerRoutes,
    ...holdRoutes,
    placeRoute,
    ...momentsRoutes,
    connectMethodsRoute,
    prometheusRoute,
    ...componentRoutes,
    ...kubernetesTreeRoutes,
    ...clientProgramRoutes,
    storageTreeRoute,
    ...commandReportRoutes,
    commandReviewRoute,
  ],
  endpointQuestions,
  sockets: [taskSocket],
  sealed: [
    ...tokenSecretColumns,
    shareCodeColumn,
    serverKeyColumn,
    storageSecretColumn,
    commandStorageSecretColumn,
    momentKeyColumn,
  ],
  credentialKinds: [connectionTokenKind],
  liveSessionSources: [liveSessions],
  deletionEffects: sessionEffects,
  ticketEffects: [activateToken],
  jobs: [
    componentAlertsJob,
    keepLoadsJob,
    indexRecordingsJob,
    keepRecordingsJob,
    leaveRecordingsJob,
    checkStoragesJob,
    deliverCommandsJob,
    defineJob({
      name: "sessions.finish-silent",
      schedule: { everySeconds: 30 },
      run: ({ db }) => finishSilentSessions(db),
    }),
    defineJob({
      name: "sessions.expire-tasks",
      schedule: { everySeconds: 60 },
      run: ({ db }) => expireTasks(db),
    }),
    defineJob({
      name: "sessions.prune-connection-tokens",
      schedule: { everySeconds: 600 },
      run: ({ db }) => pruneConnectionTokens(db),
    }),
  ],
};
