import { recentMessages } from '../ui/recent-messages.ts';

/** Returns the messages that were shown, newest first, such as `success: Saved.` */
export const shownMessages = () => recentMessages.list().map(({ text, kind }) => `${kind}: ${text}`);
