const WIDTH = 120
const HEIGHT = 32
const ROOM = 2

type Props = {
  /** Oldest first; at least two. */
  values: readonly number[]
  label: string
}

/** How a figure went: a line from nothing to the highest of its values. */
export function Sparkline({ values, label }: Props) {
  const most = Math.max(1, ...values)
  const step = (WIDTH - 2 * ROOM) / Math.max(1, values.length - 1)
  const points = values.map((value, at) => {
    const y = HEIGHT - ROOM - (value / most) * (HEIGHT - 2 * ROOM)
    return `${(ROOM + at * step).toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <span className="block min-w-0">
      <span className="sr-only">{label}</span>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-8 w-full min-w-0"
      >
        <polyline
          points={points.join(' ')}
          fill="none"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
          className="stroke-brand"
        />
      </svg>
    </span>
  )
}
