const INKS = ['fill-brand', 'fill-copper', 'fill-info', 'fill-ink-3'] as const
const TEXTS = ['text-brand', 'text-copper', 'text-info', 'text-ink-3'] as const

/** A whole in parts, as one bar with its legend. Parts are percent and make 100. */
export function PartBar({
  label,
  parts,
}: {
  label: string
  parts: readonly (readonly [percent: number, name: string])[]
}) {
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, [percent]) => sum + percent, 0))
  return (
    <figure className="mt-6">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className="h-8 w-full rounded-sm">
        {parts.map(([percent, name], index) => (
          <rect key={name} x={starts[index]} width={percent - 0.3} height="6" className={INKS[index]} />
        ))}
      </svg>
      <ul aria-label={label} className="mt-4 grid gap-x-8 gap-y-2 text-base sm:grid-cols-2 lg:grid-cols-4">
        {parts.map(([percent, name], index) => (
          <li key={name} className="flex items-baseline gap-2.5">
            <svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5 shrink-0">
              <rect width="10" height="10" className={INKS[index]} />
            </svg>
            <span>
              <span className={`font-semibold tabular-nums ${TEXTS[index]}`}>{percent}%</span> {name}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
