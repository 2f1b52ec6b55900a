import { figures } from '#web/messages/site/figures.ts'
import { Drawing, Label } from './drawing.tsx'

const words = figures.proofBound
const LEFT = 40
const RIGHT = 332
const TOP = 50
const BOTTOM = 216
const LOWEST = 70
/** The last two lie too near to the upper edge to be named below their points. */
const MARKED = [
  [20, 'below'],
  [100, 'below'],
  [300, 'above'],
  [2995, 'above'],
] as const
/** Attacks from 10 to 10,000, each power of ten as wide as the next. */
const x = (attacks: number) => LEFT + ((Math.log10(attacks) - 1) / 3) * (RIGHT - LEFT)
const y = (percent: number) => BOTTOM - ((percent - LOWEST) / (100 - LOWEST)) * (BOTTOM - TOP)
/** Clopper and Pearson's lower bound for no miss in `attacks`, one-sided, 95 %. */
const bound = (attacks: number) => 100 * 0.05 ** (1 / attacks)

export function ProofBound() {
  return (
    <Drawing label={words.label} height={256}>
      <Label tone="soft" x={0} y={12}>
        {words.y}
      </Label>
      {[70, 80, 90, 100].map((percent) => (
        <g key={percent}>
          <line x1={LEFT} x2={RIGHT} y1={y(percent)} y2={y(percent)} className="stroke-line" />
          <Label tone="soft" x={LEFT - 6} y={y(percent) + 4} textAnchor="end">
            {`${percent} %`}
          </Label>
        </g>
      ))}
      {[10, 100, 1000, 10_000].map((attacks) => (
        <Label key={attacks} tone="soft" x={x(attacks)} y={BOTTOM + 16} textAnchor="middle">
          {attacks.toLocaleString('en-US')}
        </Label>
      ))}
      <Label tone="soft" x={RIGHT} y={BOTTOM + 34} textAnchor="end">
        {words.x}
      </Label>
      <path d={curve()} fill="none" strokeWidth={2} className="stroke-brand" />
      {MARKED.map(([attacks, side]) => (
        <Mark key={attacks} attacks={attacks} side={side} />
      ))}
    </Drawing>
  )
}

function Mark({ attacks, side }: { attacks: number; side: 'above' | 'below' }) {
  const percent = bound(attacks)
  return (
    <g>
      <circle cx={x(attacks)} cy={y(percent)} r={4} className="fill-copper" />
      <Label
        x={x(attacks) + (side === 'above' ? 0 : 8)}
        y={side === 'above' ? TOP - 10 : y(percent) + 18}
        textAnchor={side === 'above' ? 'middle' : 'start'}
      >
        {`${attacks.toLocaleString('en-US')}: ${percent.toFixed(1)} %`}
      </Label>
    </g>
  )
}

function curve(): string {
  const first = Math.log(0.05) / Math.log(LOWEST / 100)
  const points = Array.from({ length: 61 }, (_, step) => Math.max(10, first) * 1000 ** (step / 60))
  return points
    .filter((attacks) => attacks <= 10_000)
    .map((attacks, index) => `${index ? 'L' : 'M'}${x(attacks).toFixed(1)} ${y(bound(attacks)).toFixed(1)}`)
    .join('')
}
