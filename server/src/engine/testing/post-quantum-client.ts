/** How a client of ssh2 speaks the post-quantum key exchange, for tests and the bench. */
export { hybridOffer, type OfferHybrid } from "../../transport/ssh/post-quantum/availability.ts";
