import { EditorContent, useEditor, useEditorState, type Editor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
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
import { useState } from 'react';
import { t } from '../../../web/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { TextInput } from '../../../web/ui/text-input.tsx';

interface MailEditorProps {
  html: string;
  /** Empty when nothing was written. */
  onChange: (html: string) => void;
}

const extensions = [StarterKit.configure({ link: { openOnClick: false, defaultProtocol: 'https' } })];

/** What is typed looks as it will; the toolbar has what a mail may hold, and no more. */
export default function AdminMailEditor({ html, onChange }: MailEditorProps) {
  const editor = useEditor({
    extensions,
    content: html,
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('Body'),
        class:
          'min-h-64 px-4 py-3 text-body outline-none [&_a]:link [&_blockquote]:border-l-2 [&_blockquote]:pl-3 [&_h1]:text-title ' +
          '[&_h2]:text-lead [&_h2]:font-strong [&_h3]:font-strong [&_li]:ml-5 [&_ol]:list-decimal [&_p]:mb-2 [&_ul]:list-disc',
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  return (
    <div className="rounded-control border border-border-strong bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus">
      <Toolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
}

type Tool = { name: string; Icon: LucideIcon; press: (editor: Editor) => void; mark?: string; attributes?: object };

const TOOLS: readonly Tool[] = [
  { name: 'Bold', Icon: Bold, mark: 'bold', press: (editor) => editor.chain().focus().toggleBold().run() },
  { name: 'Italic', Icon: Italic, mark: 'italic', press: (editor) => editor.chain().focus().toggleItalic().run() },
  {
    name: 'Underline',
    Icon: Underline,
    mark: 'underline',
    press: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
  {
    name: 'Strikethrough',
    Icon: Strikethrough,
    mark: 'strike',
    press: (editor) => editor.chain().focus().toggleStrike().run(),
  },
  {
    name: 'Heading',
    Icon: Heading2,
    mark: 'heading',
    attributes: { level: 2 },
    press: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: 'Bullet list',
    Icon: List,
    mark: 'bulletList',
    press: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'Numbered list',
    Icon: ListOrdered,
    mark: 'orderedList',
    press: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'Quote',
    Icon: Quote,
    mark: 'blockquote',
    press: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  { name: 'Undo', Icon: Undo2, press: (editor) => editor.chain().focus().undo().run() },
  { name: 'Redo', Icon: Redo2, press: (editor) => editor.chain().focus().redo().run() },
];

function Toolbar({ editor }: { editor: Editor }) {
  const [isLinking, setLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      TOOLS.filter(({ mark, attributes }) => mark !== undefined && now.isActive(mark, attributes))
        .map(({ name }) => name)
        .concat(now.isActive('link') ? ['Link'] : []),
  });
  return (
    <div className="border-b">
      <div role="group" aria-label={t('Format')} className="flex flex-wrap gap-1 p-1">
        {TOOLS.map(({ name, Icon, mark, press }) => (
          <Button
            key={name}
            variant="quiet"
            iconOnly
            icon={<Icon />}
            aria-pressed={mark === undefined ? undefined : active.includes(name)}
            className="aria-pressed:bg-surface2 aria-pressed:text-accent"
            onClick={() => press(editor)}
          >
            {t(name)}
          </Button>
        ))}
        <Button
          variant="quiet"
          iconOnly
          icon={<Link2 />}
          aria-pressed={active.includes('Link')}
          aria-expanded={isLinking}
          className="aria-pressed:bg-surface2 aria-pressed:text-accent"
          onClick={() => setLinking((was) => !was)}
        >
          {t('Link')}
        </Button>
      </div>
      {isLinking && <LinkRow editor={editor} onDone={() => setLinking(false)} />}
    </div>
  );
}

const ADDRESS = /^(https?:\/\/\S+|mailto:\S+@\S+)$/;

/** Makes the selected words a link; without a selection the address itself is written. */
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
        aria-label={t('Address of the link')}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        className="min-w-0 flex-1"
      />
      <Button disabled={!ADDRESS.test(address)} onClick={apply}>
        {t('Set link')}
      </Button>
      <Button onClick={remove}>{t('Remove link')}</Button>
    </div>
  );
}
