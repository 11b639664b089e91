import { vi } from 'vitest';

/** Stands in for the captions of videos, which jsdom lacks; returns what was added: begin, end and text. */
export function captionsStandIn(): () => [number, number, string][] {
  const added: [number, number, string][] = [];
  class CueStandIn {
    readonly cue: [number, number, string];
    constructor(...cue: [number, number, string]) {
      this.cue = cue;
    }
  }
  vi.stubGlobal('VTTCue', CueStandIn);
  const track = { mode: 'disabled', addCue: ({ cue }: CueStandIn) => void added.push(cue) };
  vi.spyOn(HTMLMediaElement.prototype, 'textTracks', 'get').mockReturnValue([] as unknown as TextTrackList);
  vi.spyOn(HTMLMediaElement.prototype, 'addTextTrack').mockReturnValue(track as unknown as TextTrack);
  return () => added;
}
