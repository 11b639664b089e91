import { State, States } from '../../.storybook/states.tsx';
import { Video, VideoFrame } from './video.tsx';

export default { title: 'Text/Video' };

// Makes no requests: an empty page and a video without bytes.
const PAGE = 'about:blank';
const FILM = 'data:video/mp4;base64,.mp4';

export const Kinds = () => (
  <States minWidth={280}>
    <State of="the player of a page, with a way out">
      <Video address={PAGE} />
    </State>
    <State of="a file">
      <VideoFrame address={FILM} />
    </State>
    <State of="only to be looked at">
      <VideoFrame address={FILM} isStill />
    </State>
  </States>
);
