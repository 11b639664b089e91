import { shown } from '../../.storybook/states.tsx';
import { RichText } from './rich-text.tsx';

export default { title: 'Text/Rich text', play: () => shown('blockquote') };

const HTML = `<p>New: <b>DTC OFF</b> for more control units, <i>checked</i> and <s>slow</s> fast.</p>
<ul><li>One</li><li>Two</li></ul><ol><li>First</li><li>Second</li></ol>
<blockquote>As a customer wrote</blockquote><p><a href="https://example.com/">Read more</a></p>`;

export const AllTags = () => <RichText html={HTML} />;
