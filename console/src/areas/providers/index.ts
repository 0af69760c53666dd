export { OwnLinksCard } from "./own-links-card.tsx";
export { ScimSources } from "./scim/scim-sources.tsx";
export { SourcePeopleButton } from "./source-people-button.tsx";
export { UserLinksCard } from "./user-links-card.tsx";
