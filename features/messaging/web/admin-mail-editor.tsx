import { Editor } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { t } from '../../../web/languages/text.ts';

export interface MailEditorProps {
  html: string;
  /** Called with an empty text when nothing was written. */
  onChange: (html: string) => void;
  /** Called with null when the editor is removed. */
  onEditor: (editor: Editor | null) => void;
  /** Whether to begin with the cursor behind the existing text. */
  isFocused: boolean;
}

const extensions = [StarterKit.configure({ link: { openOnClick: false, defaultProtocol: 'https' } })];

/** The editor of a mail; text looks as it will in the mail. */
export default function AdminMailEditor({ html, onChange, onEditor, isFocused }: MailEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const notifyChange = useRef(onChange);
  useEffect(() => {
    notifyChange.current = onChange;
  });
  // Created before the browser paints: the focus has nowhere else to be meanwhile.
  useLayoutEffect(() => {
    const editor = new Editor({
      element: place.current,
      extensions,
      content: html,
      injectCSS: false,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': t('messaging.body'),
          class:
            'min-h-64 px-4 py-3 text-body wrap-anywhere whitespace-pre-wrap outline-none! [&_a]:link [&_blockquote]:border-l-2 [&_blockquote]:pl-3 [&_h1]:text-title ' +
            '[&_h2]:text-lead [&_h2]:font-strong [&_h3]:font-strong [&_li]:ml-5 [&_ol]:list-decimal [&_p]:mb-2 [&_ul]:list-disc',
        },
      },
      onUpdate: ({ editor: changed }) => notifyChange.current(changed.isEmpty ? '' : changed.getHTML()),
    });
    if (isFocused) {
      editor.commands.setTextSelection(editor.state.doc.content.size);
      editor.view.focus();
    }
    onEditor(editor);
    return () => {
      onEditor(null);
      editor.destroy();
    };
    // The editor holds its own text: only the initial value counts.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, []);
  return <div ref={place} />;
}
