import { clsx } from 'clsx';
import makeQrCode from 'qrcode-generator';

/** White space around a QR code, in modules, as its standard demands. */
const QUIET = 4;

/** Draws a text as a QR code, dark on light in every theme: many cameras read no other. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const code = makeQrCode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const rows = Array.from({ length: size }, (_, row) => row);
  const path = rows
    .flatMap((row) => rows.filter((column) => code.isDark(row, column)).map((column) => `M${column} ${row}h1v1h-1z`))
    .join('');
  const whole = size + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`}
      shapeRendering="crispEdges"
      className={clsx('size-52 rounded-control', className)}
    >
      <rect x={-QUIET} y={-QUIET} width={whole} height={whole} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
