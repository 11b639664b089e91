// Rules of our own for oxlint about tests (CONTRIBUTING.md).

import { checkPresence, namesOf, readNames } from './presence.js';

const TITLED = /^(test|it|describe)$/;

/** Returns the first argument of test(), test.each(…)(), describe.skipIf(…)() and the like. */
function titleOf({ callee, arguments: [title] }) {
  let called = callee;
  while (called.type !== 'Identifier') {
    called = called.callee ?? called.object ?? called.tag;
    if (called === undefined) return null;
  }
  if (!TITLED.test(called.name)) return null;
  if (title?.type === 'Literal' && typeof title.value === 'string') return title.value;
  return title?.type === 'TemplateLiteral' ? title.quasis.map(({ value }) => value.cooked).join(' ') : null;
}

const ID = /\b(?:[ACX]-[A-Z]{2,4}-[A-Z]?\d{2}|G-\d{2}|R\d{2})\b/;

const titles = {
  create(context) {
    return {
      CallExpression(node) {
        const id = ID.exec(titleOf(node) ?? '')?.[0];
        if (id !== undefined) context.report({ node, message: `${id} is a tag of the test: { tags: ['${id}'] }.` });
      },
    };
  },
};

const TEST_FILE = /\.(?:test|spec)\.tsx?$|\/testing\//;
/** The one file where a stub may simulate a duration. */
const SIMULATED = 'server/testing/simulated-work.ts';

const namedOf = (callee) => (callee.type === 'MemberExpression' ? callee.property.name : callee.name);

/** Whether a new promise does nothing but `setTimeout(resolve, …)` or `setTimeout(() => resolve(…), …)`. */
function isTimerPromise(node) {
  if (node.type !== 'NewExpression' || node.callee.name !== 'Promise') return false;
  const body = node.arguments[0]?.body;
  const only = body?.type === 'BlockStatement' && body.body.length === 1 ? body.body[0].expression : body;
  return only?.type === 'CallExpression' && namedOf(only.callee) === 'setTimeout';
}

/** A loop that checks again is a wait for its condition. */
function isInLoop(node) {
  for (let at = node.parent; at && !/Function/.test(at.type); at = at.parent) {
    if (/^(?:While|DoWhile|For)Statement$/.test(at.type)) return true;
  }
  return false;
}

/** Refuses fixed waits: they are too long on one machine and too short on another. */
const sleeps = {
  create(context) {
    if (!TEST_FILE.test(context.filename) || context.filename.endsWith(SIMULATED)) return {};
    const sleepers = new Set(['waitForTimeout']);
    const report = (node) => {
      if (isInLoop(node)) return;
      const message =
        'Wait for a condition (expect.poll, waitFor, awaitLockWaiters) or use a fake clock, not for a time.';
      context.report({ node, message });
    };
    return {
      ImportDeclaration({ source, specifiers }) {
        if (source.value !== 'node:timers/promises') return;
        for (const { imported, local } of specifiers) if (imported?.name === 'setTimeout') sleepers.add(local.name);
      },
      NewExpression(node) {
        if (isTimerPromise(node)) report(node);
      },
      CallExpression(node) {
        if (sleepers.has(namedOf(node.callee))) report(node);
      },
    };
  },
};

/** Names that a row of a table passes to a test. */
const parametersOf = (test) =>
  new Set(
    test.params.flatMap((one) =>
      (one.elements ?? one.properties ?? [one]).map((part) => part?.value?.name ?? part?.name),
    ),
  );

const presence = {
  create(context) {
    if (!/\.(?:test|spec)\.tsx?$/.test(context.filename)) return {};
    let names;
    return {
      CallExpression(node) {
        if (!/^(?:test|it)$/.test(namesOf(node.callee)[0] ?? '')) return;
        const test = node.arguments.findLast(({ type }) => /Function/.test(type));
        if (test === undefined) return;
        names ??= readNames(context.sourceCode.ast);
        const message = checkPresence(test.body, names, parametersOf(test));
        if (message !== null) context.report({ node: node.arguments[0], message });
      },
    };
  },
};

export default { meta: { name: 'tests' }, rules: { titles, sleeps, presence } };
