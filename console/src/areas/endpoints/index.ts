export { EndpointList } from "./endpoint-list.tsx";
export { ENDPOINTS_TAB, RULES_TAB } from "./endpoint-resources.ts";
export { useEndpointTexts } from "./endpoint-texts.ts";
export { EndpointRuleList } from "./rule-list.tsx";
