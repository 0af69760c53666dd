export { MessageDeliveries } from "./message-deliveries.tsx";
export { MessageSubscription } from "./message-subscription.tsx";
export { MessageSubscriptions } from "./message-subscriptions.tsx";
