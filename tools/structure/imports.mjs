import { cruise } from 'dependency-cruiser';
import { findDomainCircles } from './domain-circles.ts';
import { IMPORT_RULES } from './import-rules.ts';

/** @type {import('./imports.d.mts').findForbiddenImports} */
export async function findForbiddenImports(root, folders) {
  const { output } = await cruise(folders, {
    baseDir: root,
    ruleSet: { forbidden: IMPORT_RULES },
    validate: true,
    // The only one of its parsers that reads JSX and needs no older TypeScript than ours.
    parser: 'swc',
    // Type imports count too: a reader of the file has to know the other one.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  });
  const { summary, modules } = output;
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  );
  const forbidden = new Set(summary.violations.map(describe));
  return { findings: [...forbidden, ...findDomainCircles(imports)], files: modules.length };
}

const describe = ({ from, to, rule, cycle }) =>
  `${from}: ${rule.name} (${cycle === undefined ? to : [from, ...cycle.map(({ name }) => name)].join(' -> ')})`;
