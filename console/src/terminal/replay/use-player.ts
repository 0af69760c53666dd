import { create, type Player } from "asciinema-player";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { TerminalRecording } from "./recording.ts";
import { buildTimeline, playedEvents, type Timeline } from "./timeline.ts";

/** The player as the controls see it; all times in seconds of the recording. */
export interface Playback {
  timeline: Timeline;
  playing: boolean;
  position: number;
  toggle(): void;
  seek(seconds: number): void;
  restart(): void;
}

/** What the player is made from. A change of speed or pauses makes it anew where it stands. */
export interface PlaybackOptions {
  recording: TerminalRecording;
  place: { current: HTMLElement | null };
  speed: number;
  /** Longest pause that is played, in seconds; undefined plays all of them. */
  idleLimit: number | undefined;
  /** Where to begin, in seconds of the recording. */
  startAt: number;
  theme: string;
}

/** How often the position is read while playing, in milliseconds. */
const TICK = 100;

/** Plays a recording inside an element. */
export function usePlayer(options: PlaybackOptions): Playback {
  const { recording, place, speed, idleLimit, theme } = options;
  const timeline = useMemo(
    () =>
      buildTimeline(
        recording.events.map(([time]) => time),
        idleLimit,
      ),
    [recording, idleLimit],
  );
  const [playing, setPlaying] = useState(false);
  const [position, setPosition] = useState(options.startAt);
  const player = useRef<Player>(undefined);
  const state = useRef({ playing: true, position: options.startAt, ended: false });

  const note = useCallback((isPlaying: boolean) => {
    state.current.playing = isPlaying;
    setPlaying(isPlaying);
  }, []);

  useEffect(() => {
    const parent = place.current;
    if (parent === null || recording.events.length === 0) return;
    const layer = document.createElement("div");
    layer.className = "luna-player-layer";
    parent.append(layer);
    const { position: from, playing: wasPlaying } = state.current;
    const header = { version: 2, width: recording.columns, height: recording.rows };
    let current = true;
    const made = create({ data: [header, ...playedEvents(recording.events, timeline)] }, layer, {
      autoPlay: wasPlaying,
      startAt: timeline.toPlayer(from),
      speed,
      fit: "both",
      controls: false,
      theme,
      terminalFontFamily:
        '"JetBrains Mono", "Cascadia Mono", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
    });
    player.current = made;
    const whileCurrent = (work: () => void) => () => {
      if (current) work();
    };
    made.addEventListener(
      "playing",
      whileCurrent(() => note(true)),
    );
    made.addEventListener(
      "pause",
      whileCurrent(() => note(false)),
    );
    made.addEventListener(
      "ended",
      whileCurrent(() => {
        note(false);
        state.current.ended = true;
        state.current.position = timeline.duration;
        setPosition(timeline.duration);
      }),
    );
    if (!wasPlaying) void made.seek(timeline.toPlayer(from));
    const timer = setInterval(() => {
      if (!state.current.playing) return;
      const at = timeline.toRecording(made.getCurrentTime());
      state.current.position = at;
      setPosition(at);
    }, TICK);
    return () => {
      current = false;
      clearInterval(timer);
      made.dispose();
      layer.remove();
      if (player.current === made) player.current = undefined;
    };
  }, [recording, place, timeline, speed, theme, note]);

  const seek = useCallback(
    (seconds: number) => {
      const at = Math.min(timeline.duration, Math.max(0, seconds));
      state.current.position = at;
      state.current.ended = false;
      setPosition(at);
      void player.current?.seek(timeline.toPlayer(at));
    },
    [timeline],
  );
  const restart = useCallback(() => {
    seek(0);
    void player.current?.play();
  }, [seek]);
  const toggle = useCallback(() => {
    if (state.current.playing) void player.current?.pause();
    else if (state.current.ended) restart();
    else void player.current?.play();
  }, [restart]);
  return { timeline, playing, position, toggle, seek, restart };
}
