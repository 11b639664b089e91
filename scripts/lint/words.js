// Our own rule for oxlint: names avoid the words that hide what is meant (docs/naming.md).

const WORDS =
  /^(answer(s|ed|ing)?|tell(s|ing)?|told|say(s|ing)?|said|hear(s|d|ing)?|bring(s|ing)?|brought|wanted|complain(s|ed|ing|ts?)?|letters?|kept|whoever|anew|nobody|somebody|because)$/i;

/** Names defined by others: the platform, a provider, the specification, columns of the database and stored records. */
const GIVEN = new Set(['letterSpacing', 'buyer_complaint', 'is_first_said', 'server_answer']);

/** Names allowed in these files only: signed proofs use this name for the reason of an evidence. */
const GIVEN_IN = new Map([['because', /\/portal\/dtc-off\/(server\/)?proof[^/]*$/]]);

const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_$#]+/)
    .filter(Boolean);

/** Returns the first such word of a file's name; for news, docs/naming.md has the name `ServerEvent`. */
export const hiddenWordInName = (name) => name.split(/[-._]/).find((one) => WORDS.test(one) || one === 'news');

const names = {
  create(context) {
    const check = (node) => {
      if (GIVEN.has(node.name) || GIVEN_IN.get(node.name)?.test(context.filename)) return;
      const word = wordsOf(node.name).find((one) => WORDS.test(one));
      if (word !== undefined)
        context.report({ node, message: `"${node.name}": docs/naming.md has a clearer word than "${word}".` });
    };
    return { Identifier: check, PrivateIdentifier: check, JSXIdentifier: check };
  },
};

/** In prose a letter may be one of the alphabet; quoted sentences and code are exempt. */
const PROSE =
  /\b(answer(s|ed|ing)?|tell(s|ing)?|told|say(s|ing)?|said|hear(s|d|ing)?|bring(s|ing)?|brought|wanted|complain(s|ed|ing|ts?)?|kept|whoever|anew|nobody|somebody)\b/i;

const quoted = /"[^"]*"|`[^`]*`/g;

export const hiddenWordIn = (text) => PROSE.exec(text.replaceAll(quoted, ''))?.[0];

const TITLED = /^(test|it|describe)$/;

/** Returns the first argument of test(), test.each(…)(), describe.skipIf(…)() and the like. */
export function titleOf({ callee, arguments: [title] }) {
  let called = callee;
  while (called.type !== 'Identifier') {
    called = called.callee ?? called.object ?? called.tag;
    if (called === undefined) return null;
  }
  if (!TITLED.test(called.name)) return null;
  if (title?.type === 'Literal' && typeof title.value === 'string') return title.value;
  return title?.type === 'TemplateLiteral' ? title.quasis.map(({ value }) => value.cooked).join(' ') : null;
}

const prose = {
  create(context) {
    const check = (node, text) => {
      const word = hiddenWordIn(text);
      if (word !== undefined) context.report({ node, message: `docs/naming.md has a clearer word than "${word}".` });
    };
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) check(comment, comment.value);
      },
      CallExpression(node) {
        const title = titleOf(node);
        if (title !== null) check(node, title);
      },
    };
  },
};

export default { meta: { name: 'tunedesk' }, rules: { names, prose } };
