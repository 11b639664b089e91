import { recentMessages } from '../ui/recent-messages.ts';

/** The messages that were shown, newest first, such as `success: Saved.` */
export const shownMessages = () => recentMessages.list().map(({ text, kind }) => `${kind}: ${text}`);
