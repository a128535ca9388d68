export { useActivity } from "./activity";
export type { ConnectionState } from "./connection";
export { type FeedEvent, onFeedEvent, reconnectNow, startFeed, useConnection } from "./feed";
export { followOrder, type JournalEvent, type LiveDelta, type OrderListener } from "./order-events";
