// A test that checks only what is absent, or only inside a loop that may never run, also passes for a broken product.

const isNode = (value) => typeof value === 'object' && value !== null && typeof value.type === 'string';
const isFunction = (node) => /^(?:Arrow)?Function/.test(node?.type ?? '');

function childrenOf(node) {
  return Object.keys(node).flatMap((key) => (key === 'parent' ? [] : [node[key]].flat().filter(isNode)));
}

/** Splits a callee into its names: `expect(…).not.toBe` is `expect`, `not` and `toBe`; calls in between are skipped. */
export function namesOf(callee) {
  if (callee === undefined || callee === null) return [];
  if (callee.type === 'Identifier') return [callee.name];
  const own = callee.type === 'MemberExpression' ? [callee.property.name] : [];
  return [...namesOf(callee.object ?? callee.callee ?? callee.tag), ...own];
}

const ABSENT = new Set(['toBeNull', 'toBeUndefined', 'toBeFalsy', 'toBeEmptyDOMElement']);
const IS_PRESENT_WITH_NOT = new Set([
  'toBe',
  'toBeNull',
  'toBeUndefined',
  'toBeEmptyDOMElement',
  'toBeDisabled',
  'toBeChecked',
  'toHaveAttribute',
  'toHaveFocus',
]);

const isEmptyList = (node) => node?.type === 'ArrayExpression' && node.elements.length === 0;

/** Whether an assertion also holds when nothing exists at all. */
function isOfAbsence(names, [expected]) {
  const matcher = names.at(-1);
  const isEmpty = isEmptyList(expected) || (matcher === 'toHaveLength' && expected?.value === 0);
  if (names.includes('not')) return !IS_PRESENT_WITH_NOT.has(matcher) && !isEmpty;
  return ABSENT.has(matcher) || isEmpty;
}

/** Queries of Testing Library and Playwright that fail when the element is missing. */
const FINDS = /^(?:get|find)(?:All)?By|^waitFor(?:URL|Selector)?$|^expect[A-Z]/;
const SAME_LENGTH = new Set(['map', 'entries', 'toSorted', 'toReversed', 'all', 'keys', 'values', 'sort', 'from']);

/** Collects the values of the names in a file, as far as they are defined there. */
export function readNames(program) {
  const values = new Map();
  const read = (node) => {
    if (node.type === 'FunctionDeclaration' && node.id) values.set(node.id.name, node);
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      values.set(node.id.name, node.init);
    for (const child of childrenOf(node)) read(child);
  };
  read(program);
  return values;
}

/** Whether a list is certainly not empty: written out, or derived element by element from such a list. */
function isCertain(node, place) {
  if (!isNode(node)) return false;
  const further = (other) => isCertain(other, place);
  switch (node.type) {
    case 'ArrayExpression':
      return node.elements.some((one) => one.type !== 'SpreadElement' || further(one.argument));
    case 'ObjectExpression':
      return node.properties.length > 0;
    case 'Literal':
      return Boolean(node.value);
    case 'Identifier':
      return place.given.has(node.name) || isNameCertain(node.name, place);
    case 'ConditionalExpression':
      return further(node.consequent) && further(node.alternate);
    case 'CallExpression':
      return (
        SAME_LENGTH.has(namesOf(node.callee).at(-1)) && (further(node.arguments[0]) || further(node.callee.object))
      );
    default:
      return further(node.expression) || further(node.argument);
  }
}

/** Looks a name up only once, because it may mean something else in another function. */
function isNameCertain(name, place) {
  const value = place.names.get(name);
  return isCertain(value, { given: place.given, names: new Map([...place.names].filter(([other]) => other !== name)) });
}

function runsAtLeastOnce(loop, place) {
  if (loop.type === 'ForOfStatement') return isCertain(loop.right, place);
  const bound = loop.test?.right;
  return (
    bound === undefined || bound.type === 'Literal' || (bound.type === 'Identifier' && place.names.has(bound.name))
  );
}

const LOOP = /^For(?:Of)?Statement$/;

/** Yields every assertion of a test, including those of functions in the same file that it calls. */
function* assertionsOf(node, place) {
  if (node.type === 'CallExpression') {
    const called = namesOf(node.callee);
    const last = called.at(-1) ?? '';
    if (called[0] === 'expect' && called.length > 1 && node.callee.type === 'MemberExpression')
      yield { isOfAbsence: isOfAbsence(called, node.arguments), mayBeSkipped: place.mayBeSkipped };
    else if (FINDS.test(last)) yield { isOfAbsence: false, mayBeSkipped: place.mayBeSkipped };
    const helper = node.callee.type === 'Identifier' ? place.names.get(last) : undefined;
    if (isFunction(helper) && !place.seen.includes(helper))
      yield* assertionsOf(helper.body, { ...place, seen: [...place.seen, helper] });
  }
  const isUncertain = LOOP.test(node.type) && !runsAtLeastOnce(node, place);
  for (const child of childrenOf(node)) {
    const isInside = isUncertain && child === node.body;
    yield* assertionsOf(child, isInside ? { ...place, mayBeSkipped: true } : place);
  }
}

/** Returns why this test can pass for a product that does nothing, or null. */
export function checkPresence(body, names, given) {
  const all = [...assertionsOf(body, { names, given, mayBeSkipped: false, seen: [] })];
  if (all.length === 0) return null;
  if (all.every((one) => one.isOfAbsence)) return 'Only absence is asserted: assert the presence of something first.';
  if (all.every((one) => one.mayBeSkipped)) return 'Assertions are in loops only: assert that the list is not empty.';
  return null;
}
