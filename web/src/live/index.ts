export { useActivity } from "./activity";
export { type FeedEvent, onFeedEvent, reconnectNow, startFeed, useConnection } from "./feed";
export { eventsAfter, followOrder, type JournalEvent, type LiveDelta } from "./order-events";
