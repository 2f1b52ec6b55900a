import { Sparkline } from '#web/ui/feedback/sparkline.tsx'
import { HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { Figure, Text } from '#web/ui/layout/text.tsx'

export type ShownFigure = {
  label: string
  value: string
  /** What it is compared to, or what it is made of; empty where nothing is known. */
  note: string
  /** Values before it and its own, oldest first, and the sentence that says them. */
  course?: { values: readonly number[]; label: string }
}

/** Figures side by side, each with what it is compared to. */
export function FigureGrid({ figures }: { figures: readonly ShownFigure[] }) {
  const hasCourse = figures.some(({ course }) => course)
  return (
    // A course needs the width of a phone.
    <HairlineGrid className={hasCourse ? 'md:grid-cols-2 lg:grid-cols-4' : 'grid-cols-2 lg:grid-cols-4'}>
      {figures.map(({ label, value, note, course }) => (
        <div key={label} className="flex flex-col gap-1.5 bg-surface p-4">
          <Text tone="soft">{label}</Text>
          <div className="grid grid-cols-[auto_1fr] items-end gap-4">
            <Figure>{value}</Figure>
            {course && <Sparkline values={course.values} label={course.label} />}
          </div>
          {note && (
            <Text tone="hint" size="xs" className="tabular-nums">
              {note}
            </Text>
          )}
        </div>
      ))}
    </HairlineGrid>
  )
}
