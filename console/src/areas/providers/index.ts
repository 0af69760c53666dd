export { ownChatActions, userChatActions } from "./chat-accounts.ts";
export { OwnLinksCard } from "./own-links-card.tsx";
export { ScimSources } from "./scim/scim-sources.tsx";
export { SourcePeopleButton } from "./source-people-button.tsx";
export { useSourceTexts } from "./use-source-texts.ts";
export { UserLinksCard } from "./user-links-card.tsx";
