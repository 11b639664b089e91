import { type ComponentType, type RefObject, Suspense, lazy, useEffect, useRef, useState } from 'react';
import type { Editor } from '@tiptap/core';
import { t } from '../../../web/languages/text.ts';
import { Field } from '../../../web/ui/field.tsx';
import { SkeletonLines } from '../../../web/ui/skeleton.tsx';
import { Tabs } from '../../../web/ui/tabs.tsx';
import { TextArea } from '../../../web/ui/text-input.tsx';
import { reportMissingPart } from '../../../web/ui/missing-part.ts';
import type { MailEditorProps } from './admin-mail-editor.tsx';
import { MailTools } from './admin-mail-tools.tsx';

/** Loaded lazily: its sanitiser is not needed before it is opened. */
const Preview = lazy(() => import('./admin-mail-preview.tsx'));

interface MailBodyProps {
  html: string;
  onChange: (html: string) => void;
  error?: string;
}

/** The same HTML in three views: to be written, as source, and as it will look. */
export function AdminMailBody({ html, onChange, error }: MailBodyProps) {
  return (
    <Field group required label={t('messaging.body')} error={error}>
      <Tabs
        label={t('messaging.bodyViewsLabel')}
        tabs={[
          {
            value: 'editor',
            label: t('messaging.editor'),
            content: <AdminMailSheet html={html} onChange={onChange} />,
          },
          {
            value: 'source',
            label: t('common.source'),
            content: (
              <TextArea
                rows={12}
                spellCheck={false}
                aria-label={t('messaging.bodyHtml')}
                value={html}
                onChange={(event) => onChange(event.target.value)}
                className="font-mono"
              />
            ),
          },
          {
            value: 'preview',
            label: t('common.preview'),
            content: (
              <Suspense fallback={<SkeletonLines lines={6} />}>
                <Preview html={html} />
              </Suspense>
            ),
          },
        ]}
      />
    </Field>
  );
}

let loaded: ComponentType<MailEditorProps> | null = null;
const load = async () => {
  loaded ??= (await import('./admin-mail-editor.tsx')).default;
  return loaded;
};

type Act = (editor: Editor) => void;

type MailSheetProps = Pick<MailEditorProps, 'html' | 'onChange'>;

/**
 * Text looks as it will in the mail; the toolbar offers what a mail may contain, and no more. The editor weighs as much
 * as the rest of the screen, so it loads when writing begins, and takes over what was typed until then.
 */
function AdminMailSheet({ html, onChange }: MailSheetProps) {
  const [EditorPart, setEditorPart] = useState(() => loaded);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [isFocused, setFocused] = useState(false);
  const [isComposing, setComposing] = useState(false);
  const waiting = useRef<Act | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const start = () => {
    if (EditorPart !== null) return;
    load().then((part) => {
      setFocused(area.current !== null && area.current === document.activeElement);
      setEditorPart(() => part);
    }, reportMissingPart);
  };
  useEffect(() => {
    if (editor === null) return;
    waiting.current?.(editor);
    waiting.current = null;
  }, [editor]);
  const press = (act: Act) => {
    if (editor) return act(editor);
    waiting.current = act;
    return start();
  };
  return (
    <div
      onPointerEnter={() => void load().catch(() => undefined)}
      className="rounded-control border border-border-strong bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus"
    >
      <MailTools editor={editor} onPress={press} />
      {EditorPart && !isComposing ? (
        <EditorPart html={html} onChange={onChange} onEditor={setEditor} isFocused={isFocused} />
      ) : (
        <PlainSheet html={html} area={area} onStart={start} onChange={onChange} onComposing={setComposing} />
      )}
    </div>
  );
}

type PlainSheetProps = MailSheetProps & {
  area: RefObject<HTMLTextAreaElement | null>;
  onStart: () => void;
  onComposing: (isComposing: boolean) => void;
};

/** Content that is not plain text waits for the editor, which then loads at once. */
function PlainSheet({ html, area, onStart, onChange, onComposing }: PlainSheetProps) {
  const [text, setText] = useState('');
  const isPlain = html === htmlOf(text);
  useEffect(() => {
    if (!isPlain) onStart();
    // Requested once, at the beginning.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, []);
  if (!isPlain) {
    return (
      <div className="min-h-64 px-4 py-3">
        <SkeletonLines lines={6} />
      </div>
    );
  }
  const take = (typed: string) => {
    setText(typed);
    onChange(htmlOf(typed));
  };
  return (
    <textarea
      ref={area}
      aria-label={t('messaging.body')}
      value={text}
      onFocus={onStart}
      onChange={(event) => take(event.target.value)}
      onCompositionStart={() => onComposing(true)}
      onCompositionEnd={(event) => {
        take(event.currentTarget.value);
        onComposing(false);
      }}
      className="block min-h-64 w-full resize-none px-4 py-3 text-body outline-none!"
    />
  );
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Makes a paragraph of each line, as the editor would have. */
const htmlOf = (text: string) =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => `<p>${escaped(line)}</p>`)
        .join('');
