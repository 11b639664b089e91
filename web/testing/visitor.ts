import userEvent, { type UserEvent } from '@testing-library/user-event';

const MEANS_KEYS = /[{[]/;

/**
 * Acts on a screen like a person. Text for a field is pasted except for its last character, which is typed: every
 * typed character renders a form again, which was most of the time of the tests of forms. A test of what happens
 * between two keys uses `keyboard`.
 */
export function setupVisitor(): UserEvent {
  const visitor = userEvent.setup();
  const type: UserEvent['type'] = async (element, text, options) => {
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    if (!isField || element.disabled || options !== undefined || MEANS_KEYS.test(text)) {
      return visitor.type(element, text, options);
    }
    await visitor.click(element);
    if (text.length > 1) await visitor.paste(text.slice(0, -1));
    await visitor.keyboard(text.slice(-1));
  };
  return { ...visitor, type };
}
