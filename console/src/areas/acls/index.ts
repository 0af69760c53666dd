export { useRulesTab } from "./use-rules-tab.tsx";
