export { MessageSubscription } from "./message-subscription.tsx";
export { MessageSubscriptions } from "./message-subscriptions.tsx";
