import { SingleKeysChoice } from './single-keys-choice.tsx';

export default { title: 'Fields/Single keys choice' };

export const Choice = () => <SingleKeysChoice />;
