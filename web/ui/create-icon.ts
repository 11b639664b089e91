import { clsx } from 'clsx';
import { createElement, type SVGProps } from 'react';

interface IconData {
  name: string;
  node: readonly (readonly [tag: string, attributes: SVGProps<SVGElement>])[];
}

type IconProps = SVGProps<SVGSVGElement> & { size?: number };

const ATTRIBUTES = {
  xmlns: 'http://www.w3.org/2000/svg',
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/**
 * Replaces `createLucideIcon` in the browser build (tools/vite/lean-icons.ts): the original reads options that this
 * portal does not use, which would add a kilobyte to every page. Sizes are in pixels.
 */
export default function createIcon({ name, node }: IconData) {
  return function Icon({ size = 24, className, ...props }: IconProps) {
    const classes = clsx('lucide', `lucide-${name}`, className);
    const hidden = props['aria-label'] === undefined || undefined;
    return createElement(
      'svg',
      { ...ATTRIBUTES, 'aria-hidden': hidden, width: size, height: size, className: classes, ...props },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
