import { figures } from '#web/messages/site/figures.ts'
import { Drawing, Label, PlanDate, YearAxis } from './drawing.tsx'

const words = figures.recordedTraffic
const BOTTOM = 172
const at = (year: number) => 16 + ((year - 2025) / 30) * 326
const bars = [
  { from: 2025, to: 2030, className: 'fill-copper' },
  { from: 2025, to: 2045, className: 'fill-brand' },
  { from: 2030, to: 2050, className: 'fill-brand' },
]

/** What is sent while the old key exchange is in use, and how long it must stay secret. */
export function RecordedTraffic() {
  return (
    <Drawing label={words.label} height={196}>
      <Label tone="soft" x={at(2030) - 3} y={12} textAnchor="end">
        {words.deprecated}
      </Label>
      <Label tone="soft" x={at(2035) + 3} y={12}>
        {words.disallowed}
      </Label>
      {bars.map(({ from, to, className }, row) => (
        <g key={words.rows[row]}>
          <Label x={at(row === 0 ? 2036 : from) + (row === 0 ? 0 : 2)} y={row === 0 ? 45 : 32 + row * 48}>
            {words.rows[row]}
          </Label>
          <rect
            x={at(from)}
            y={row === 0 ? 34 : 38 + row * 48}
            width={at(to) - at(from)}
            height={14}
            className={className}
          />
        </g>
      ))}
      <PlanLines />
      <YearAxis years={[2025, 2030, 2035, 2040, 2045, 2050, 2055]} y={BOTTOM} at={at} />
    </Drawing>
  )
}

/** In pieces, so that no line runs through words. */
function PlanLines() {
  const pieces = [
    [18, 66],
    [84, 114],
    [132, BOTTOM],
  ] as const
  return pieces.flatMap(([top, bottom]) =>
    [2030, 2035].map((year) => <PlanDate key={`${year}-${top}`} x={at(year)} top={top} bottom={bottom} />),
  )
}
