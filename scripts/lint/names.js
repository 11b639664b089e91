// A rule of our own for oxlint: names do without the words that hide what is meant (docs/naming.md).

const WORDS =
  /^(answer(s|ed|ing)?|tell(s|ing)?|told|say(s|ing)?|said|hear(s|d|ing)?|bring(s|ing)?|brought|wanted|complain(s|ed|ing|ts?)?|letters?|kept|whoever|anew|nobody|somebody)$/i;

/** Given by others: the platform, a provider, the specification, columns of the database and stored records. */
const GIVEN = new Set(['letterSpacing', 'buyer_complaint', 'is_first_said', 'server_answer']);

const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_$#]+/)
    .filter(Boolean);

const names = {
  create(context) {
    const check = (node) => {
      if (GIVEN.has(node.name)) return;
      const word = wordsOf(node.name).find((one) => WORDS.test(one));
      if (word !== undefined)
        context.report({ node, message: `"${node.name}": docs/naming.md has a clearer word than "${word}".` });
    };
    return { Identifier: check, PrivateIdentifier: check, JSXIdentifier: check };
  },
};

export default { meta: { name: 'tunedesk' }, rules: { names } };
