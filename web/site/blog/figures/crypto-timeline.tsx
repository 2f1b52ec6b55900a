import { figures } from '#web/messages/site/figures.ts'
import { Drawing, Key, Label, YearAxis } from './drawing.tsx'

const words = figures.cryptoTimeline
/** First and last year; whether it began with an attack or with a successor's standard. The article's table has the sources. */
const ROWS = [
  [1998, 2005, 'attack'],
  [2001, 2023, 'successor'],
  [2004, 2012, 'attack'],
  [2005, 2030, 'attack'],
  [2006, 2021, 'successor'],
  [1994, 2035, 'attack'],
] as const
const NOW = 2025
const ROW = 36
const BOTTOM = 8 + ROWS.length * ROW
const at = (year: number) => 14 + ((year - 1994) / 41) * 332

/** How long replacing took, at its real dates. */
export function CryptoTimeline() {
  return (
    <Drawing label={words.label} height={BOTTOM + 64}>
      {ROWS.map(([from, to, beginning], row) => (
        <g key={words.rows[row]} transform={`translate(0 ${8 + row * ROW})`}>
          <Label x={at(from) - 5} y={9}>
            {words.rows[row]}
          </Label>
          <rect x={at(from)} y={15} width={at(Math.min(to, NOW)) - at(from)} height={8} className="fill-brand" />
          {to > NOW && (
            <rect
              x={at(NOW)}
              y={15.5}
              width={at(to) - at(NOW)}
              height={7}
              strokeDasharray="3 2"
              className="fill-brand-tint stroke-brand"
            />
          )}
          <Beginning at={at(from)} y={19} kind={beginning} />
          <Label x={at(to)} y={9} textAnchor="end" tone="soft">
            {to - from > 13 ? `${from}–${to}` : ''}
          </Label>
          {to - from <= 13 && (
            <Label x={at(to) + 6} y={23} tone="soft">
              {`${from}–${to}`}
            </Label>
          )}
        </g>
      ))}
      <YearAxis years={[1995, 2005, 2015, 2025, 2035]} y={BOTTOM + 6} at={at} />
      <Keys y={BOTTOM + 50} />
    </Drawing>
  )
}

function Keys({ y }: { y: number }) {
  const [attack, successor, planned] = words.keys
  return (
    <>
      <Key x={4} y={y} text={attack}>
        <Beginning at={5} y={0} kind="attack" />
      </Key>
      <Key x={122} y={y} text={successor}>
        <Beginning at={5} y={0} kind="successor" />
      </Key>
      <Key x={282} y={y} text={planned}>
        <rect y={-4} width={10} height={7} strokeDasharray="3 2" className="fill-brand-tint stroke-brand" />
      </Key>
    </>
  )
}

function Beginning({ at: x, y, kind }: { at: number; y: number; kind: 'attack' | 'successor' }) {
  return (
    <circle
      cx={x}
      cy={y}
      r={5}
      strokeWidth={2}
      className={kind === 'attack' ? 'fill-surface stroke-copper' : 'fill-copper stroke-copper'}
    />
  )
}
