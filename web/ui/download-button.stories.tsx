import { LONG, State, States, nothing } from '../../.storybook/states.tsx';
import { DownloadButton } from './download-button.tsx';

export default { title: 'Actions/Download button' };

const text = 'Download modified file';

export const Kinds = () => (
  <States>
    <State of="ready">
      <DownloadButton text={text} onStart={nothing} isPending={false} />
    </State>
    <State of="the next action">
      <DownloadButton text={text} onStart={nothing} isPending={false} isMain />
    </State>
    <State of="on its way">
      <DownloadButton text={text} onStart={nothing} isPending />
    </State>
    <State of="failed">
      <DownloadButton text={text} onStart={nothing} isPending={false} failure="The connection was lost." isMain />
    </State>
    <State of="failed, with a long reason">
      <DownloadButton text={text} onStart={nothing} isPending={false} failure={LONG} />
    </State>
    <State of="tried again">
      <DownloadButton text={text} onStart={nothing} isPending failure="The connection was lost." />
    </State>
  </States>
);
