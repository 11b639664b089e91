import type { Editor } from '@tiptap/core';
import {
  Bold,
  Heading2,
  Italic,
  Link2,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { type Label, t, textKey } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';

type Tool = { name: Label; Icon: LucideIcon; press: (editor: Editor) => void; mark?: string; attributes?: object };

const TOOLS: readonly Tool[] = [
  {
    name: textKey('messaging.bold'),
    Icon: Bold,
    mark: 'bold',
    press: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: textKey('messaging.italic'),
    Icon: Italic,
    mark: 'italic',
    press: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: textKey('messaging.underline'),
    Icon: Underline,
    mark: 'underline',
    press: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    name: textKey('messaging.strikethrough'),
    Icon: Strikethrough,
    mark: 'strike',
    press: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    name: textKey('messaging.heading'),
    Icon: Heading2,
    mark: 'heading',
    attributes: { level: 2 },
    press: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: textKey('messaging.bulletList'),
    Icon: List,
    mark: 'bulletList',
    press: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: textKey('messaging.numberedList'),
    Icon: ListOrdered,
    mark: 'orderedList',
    press: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: textKey('messaging.quote'),
    Icon: Quote,
    mark: 'blockquote',
    press: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  { name: textKey('messaging.undo'), Icon: Undo2, press: (editor) => editor.chain().focus().undo().run() },
  { name: textKey('messaging.redo'), Icon: Redo2, press: (editor) => editor.chain().focus().redo().run() },
];

interface ToolbarProps {
  /** Null until it has loaded. */
  editor: Editor | null;
  /** Runs the action on the editor as soon as it is there. */
  onPress: (act: Tool['press']) => void;
}

export function MailTools({ editor, onPress }: ToolbarProps) {
  const [isLinking, setLinking] = useState(false);
  const active = useActive(editor);
  return (
    <div className="border-b">
      <div role="group" aria-label={t('messaging.format')} className="flex flex-wrap gap-1 p-1">
        {TOOLS.map(({ name, Icon, mark, press }, index) => (
          <Button
            key={index}
            variant="quiet"
            iconOnly
            icon={<Icon />}
            aria-pressed={mark === undefined ? undefined : active.includes(name)}
            className="aria-pressed:bg-surface2 aria-pressed:text-accent"
            onClick={() => onPress(press)}
          >
            {t(name)}
          </Button>
        ))}
        <Button
          variant="quiet"
          iconOnly
          icon={<Link2 />}
          aria-pressed={active.includes(LINK)}
          aria-expanded={isLinking}
          className="aria-pressed:bg-surface2 aria-pressed:text-accent"
          onClick={() => {
            setLinking((was) => !was);
            onPress(() => undefined);
          }}
        >
          {t('messaging.link')}
        </Button>
      </div>
      {isLinking && editor && <LinkRow editor={editor} onDone={() => setLinking(false)} />}
    </div>
  );
}

/** Returns the names of the tools whose format applies at the cursor. */
function useActive(editor: Editor | null): readonly Label[] {
  const [active, setActive] = useState<readonly Label[]>([]);
  useEffect(() => {
    if (editor === null) return;
    const look = () => {
      const found = MARKED.filter(({ mark, attributes }) => editor.isActive(mark, attributes)).map(({ name }) => name);
      setActive((was) => (isSame(was, found) ? was : found));
    };
    look();
    editor.on('transaction', look);
    return () => void editor.off('transaction', look);
  }, [editor]);
  return active;
}

const isSame = (one: readonly Label[], other: readonly Label[]): boolean =>
  one.length === other.length && one.every((name, at) => name === other[at]);

const LINK = textKey('messaging.link');

const MARKED = [
  ...TOOLS.flatMap(({ name, mark, attributes }) => (mark === undefined ? [] : [{ name, mark, attributes }])),
  { name: LINK, mark: 'link', attributes: undefined },
];

const ADDRESS = /^(https?:\/\/\S+|mailto:\S+@\S+)$/;

/** Turns the selected words into a link; without a selection, writes the address itself. */
function LinkRow({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [address, setAddress] = useState(String(editor.getAttributes('link').href ?? 'https://'));
  const apply = () => {
    if (editor.state.selection.empty && !editor.isActive('link')) {
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] })
        .run();
    } else editor.chain().focus().extendMarkRange('link').setLink({ href: address }).run();
    onDone();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onDone();
  };
  return (
    <div className="flex flex-wrap items-center gap-2 border-t p-2">
      <TextInput
        type="url"
        aria-label={t('messaging.linkAddress')}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        className="min-w-0 flex-1"
      />
      <Button disabled={!ADDRESS.test(address)} onClick={apply}>
        {t('messaging.setLink')}
      </Button>
      <Button onClick={remove}>{t('messaging.removeLink')}</Button>
    </div>
  );
}
