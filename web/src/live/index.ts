export type { ConnectionState } from "./connection";
export { type FeedEvent, onFeedEvent, reconnectNow, startFeed, useConnection } from "./feed";
export type { JournalEvent, LiveMessage } from "./journal";
export { type OrderEvents, useOrderEvents } from "./order-events";
