/** The workflow as stations on a rail: without words in rows and cards, with words in headers. */
import { Fragment } from "react";
import type { Station, StationState } from "./order-status";

const STATE_WORDS: Record<StationState, string> = {
  done: "done",
  running: "running",
  waiting: "waiting for you",
  failed: "failed",
  pending: "not started",
  skipped: "skipped",
};

const inWords = (stations: Station[]): string =>
  stations.map((station) => `${station.word}: ${STATE_WORDS[station.state]}`).join(", ");

export function Line({ stations }: { stations: Station[] }) {
  return (
    <span className="line" role="img" aria-label={inWords(stations)}>
      {stations.map((station) => (
        <b key={station.phase} className={`s-${station.state}`} />
      ))}
    </span>
  );
}

const HEADER_CLASS: Record<StationState, string> = {
  done: "done",
  running: "run",
  waiting: "wait",
  failed: "fail",
  pending: "",
  skipped: "skip",
};

const MOST = 6;

export function Stations({ stations }: { stations: Station[] }) {
  const current = stations.findIndex((station) => station.state !== "done");
  if (stations.length > MOST) {
    const at = current < 0 ? stations.length - 1 : current;
    const station = stations[at];
    return (
      <span className="stations">
        {station && (
          <span className={`stn ${HEADER_CLASS[station.state]}`}>
            <b aria-hidden />
            {station.word} <span className="t3">{`${at + 1}/${stations.length}`}</span>
          </span>
        )}
      </span>
    );
  }
  return (
    <span className="stations">
      {stations.map((station) => (
        <Fragment key={station.phase}>
          <span className={`stn ${HEADER_CLASS[station.state]}`}>
            <b aria-hidden />
            {station.word}
            <span className="sr-only">{STATE_WORDS[station.state]}</span>
          </span>
        </Fragment>
      ))}
    </span>
  );
}
