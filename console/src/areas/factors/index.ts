export { factorsQuery } from "./factors.ts";
export { PasskeysCard } from "./passkeys-card.tsx";
export { RecoveryCodesCard } from "./recovery-codes-card.tsx";
