import { figures } from '#web/messages/site/figures.ts'
import { Drawing, Label, PlanDate, YearAxis } from './drawing.tsx'

const words = figures.retentionYears
/** When the row's record may be destroyed; the article names the source of each. */
const ENDS = [2031, 2033, 2035, 2050, 2055, null]
const ROW = 38
const BOTTOM = 24 + ENDS.length * ROW
const RIGHT = 344
const at = (year: number) => 16 + ((year - 2025) / 35) * (RIGHT - 16)

/** How long records of January 2025 are kept, against the dates of the draft transition plan. */
export function RetentionYears() {
  return (
    <Drawing label={words.label} height={BOTTOM + 24}>
      <Label tone="soft" x={at(2030) - 3} y={12} textAnchor="end">
        {words.deprecated}
      </Label>
      <Label tone="soft" x={at(2035) + 3} y={12}>
        {words.disallowed}
      </Label>
      {ENDS.map((end, row) => (
        <Row key={words.rows[row]} name={words.rows[row] ?? ''} end={end} y={24 + row * ROW} />
      ))}
      {[2030, 2035].map((year) => (
        <PlanDate key={year} x={at(year)} top={17} bottom={22} />
      ))}
      <YearAxis years={[2025, 2030, 2035, 2040, 2045, 2050, 2055, 2060]} y={BOTTOM} at={at} />
    </Drawing>
  )
}

function Row({ name, end, y }: { name: string; end: number | null; y: number }) {
  const right = end === null ? RIGHT : at(end)
  return (
    <g>
      <Label x={at(2025)} y={y + 12}>
        {name}
      </Label>
      <Label x={RIGHT} y={y + 12} textAnchor="end" tone="soft">
        {end ?? words.beyond}
      </Label>
      <rect x={at(2025)} y={y + 18} width={right - at(2025)} height={10} className="fill-brand" />
      {end === null && <path d={`M${RIGHT} ${y + 16}l8 7l-8 7z`} className="fill-brand" />}
      {[2030, 2035].map((year) => (
        <PlanDate key={year} x={at(year)} top={y + 17} bottom={y + 34} />
      ))}
    </g>
  )
}
