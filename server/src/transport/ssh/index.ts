export type { AlgorithmProfile } from "./algorithms.ts";
export type { CertificateSource } from "./authentication.ts";
export {
  type CertifiedKey,
  certificateSkew,
  makeCertifiedKey,
  newSerial,
  plainKeyId,
} from "./certificates/certified-key.ts";
export { isCertifiable, provesCertifiedKey } from "./certificates/certified-signature.ts";
export {
  isCertificateType,
  objectToCertificate,
  readCertificate,
} from "./certificates/read-certificate.ts";
export {
  type CertificateExtension,
  publicKeyBlob,
  signUserCertificate,
} from "./certificates/user-certificate.ts";
export { ChannelBreach, enforceChannelRules, isExchangingKeys } from "./channel-rules.ts";
export { openSshConnection } from "./connection.ts";
export { type GatewayCandidate, GatewayHealth, reach } from "./gateways.ts";
export { gatherWrites } from "./gathered-writes.ts";
export type { HostKey, HostKeyEndpoint, HostKeyMismatch, HostKeyStore } from "./host-key.ts";
export { makeHostKey } from "./host-key-pair.ts";
export { takeLargePackets } from "./packets/large-packets.ts";
export { watchPeerOffer } from "./peer-offer.ts";
export { hybridOffer, type OfferHybrid } from "./post-quantum/availability.ts";
export { openRoute, type Route } from "./route.ts";
export { parseSecurityKey } from "./security-key.ts";
export { readServerKey, type ServerKeyKind } from "./server-key.ts";
export { answerLateRequests, refuseOutput } from "./session-requests.ts";
