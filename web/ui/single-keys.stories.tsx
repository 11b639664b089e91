import { SingleKeysChoice } from './single-keys.tsx';

export default { title: 'Fields/Single keys choice' };

export const Choice = () => <SingleKeysChoice />;
