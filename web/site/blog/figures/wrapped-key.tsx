import { figures } from '#web/messages/site/figures.ts'
import { Drawing, Label } from './drawing.tsx'

const words = figures.wrappedKey
const COLUMNS = 48
const CELL = 7.5
/** docs/format.md, "Wrapped key", suite `std`. In bytes. */
const PARTS = [
  [60, 'fill-ink-3'],
  [1088, 'fill-brand'],
  [32, 'fill-copper'],
  [32, 'fill-ink'],
  [16, 'fill-control'],
] as const
const TOTAL = PARTS.reduce((sum, [bytes]) => sum + bytes, 0)
const MAP_HEIGHT = Math.ceil(TOTAL / COLUMNS) * CELL

/** Each byte a square, line by line. */
export function WrappedKey() {
  return (
    <Drawing label={words.label} height={MAP_HEIGHT + 16 + 18 * PARTS.length}>
      {PARTS.map(([bytes, className], part) => (
        <g key={words.parts[part]}>
          <path d={squares(startOf(part), bytes)} className={className} />
          <g transform={`translate(0 ${MAP_HEIGHT + 20 + part * 18})`}>
            <rect y={-9} width={10} height={10} className={className} />
            <Label x={16}>{words.parts[part]}</Label>
            <Label x={230} textAnchor="end" tone="soft">
              {words.bytes(bytes)}
            </Label>
          </g>
        </g>
      ))}
    </Drawing>
  )
}

function startOf(part: number): number {
  return PARTS.slice(0, part).reduce((sum, [bytes]) => sum + bytes, 0)
}

/** One path for a part: 1,228 elements would be 1,228 nodes to hydrate. */
function squares(start: number, count: number): string {
  const edge = CELL - 1.5
  return Array.from({ length: count }, (_, index) => {
    const at = start + index
    return `M${(at % COLUMNS) * CELL} ${Math.floor(at / COLUMNS) * CELL}h${edge}v${edge}h-${edge}z`
  }).join('')
}
