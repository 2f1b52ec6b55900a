import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

/** Every figure is drawn 360 units wide: as wide as a phone's column, so that its letters have their size there. */
export const WIDTH = 360

/** A drawing that is read as one sentence. @param height in the units of the drawing, of which 360 are its width. */
export function Drawing({ label, height, children }: { label: string; height: number; children: ReactNode }) {
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn in the document, so that it follows the scheme
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${height}`}
      className="mx-auto block w-full max-w-[33rem]"
    >
      {children}
    </svg>
  )
}

type LabelProps = ComponentProps<'text'> & { tone?: 'plain' | 'soft' }

export function Label({ tone = 'plain', className, ...text }: LabelProps) {
  return (
    <text
      className={clsx('text-[12px] tabular-nums', tone === 'soft' ? 'fill-ink-3' : 'fill-ink', className)}
      {...text}
    />
  )
}

/** A line of the legend: a mark and what it means. */
export function Key({ x, y, children, text }: { x: number; y: number; children: ReactNode; text: string }) {
  return (
    <g>
      <g transform={`translate(${x} ${y - 4})`}>{children}</g>
      <Label x={x + 14} y={y}>
        {text}
      </Label>
    </g>
  )
}

/** Years along the lower edge, with a tick for each. @param at where a year lies. */
export function YearAxis({ years, y, at }: { years: readonly number[]; y: number; at: (year: number) => number }) {
  const ends = years.map(at)
  return (
    <g>
      <line x1={Math.min(...ends)} x2={Math.max(...ends)} y1={y} y2={y} className="stroke-control" />
      {years.map((year) => (
        <g key={year}>
          <line x1={at(year)} x2={at(year)} y1={y} y2={y + 4} className="stroke-control" />
          <Label tone="soft" x={at(year)} y={y + 16} textAnchor="middle">
            {year}
          </Label>
        </g>
      ))}
    </g>
  )
}

/** A date of the plan: a dashed line from its word down to the axis. */
export function PlanDate({ x, top, bottom }: { x: number; top: number; bottom: number }) {
  return <line x1={x} x2={x} y1={top} y2={bottom} strokeDasharray="3 3" className="stroke-copper" />
}
