const STEP = 10
const WIDTH = 7
/** Above the line, and below it. */
const ABOVE = 24
const BELOW = 14
/** One of many is still seen. */
const LEAST = 2

type DayBar = { key: string; above: number; below: number }

type Props = {
  bars: readonly DayBar[]
  /** What the highest possible bar stands for, so that several charts have one scale. */
  most: number
  hasBelow: boolean
}

/** A bar a day on a line, and a grey one below it for what is counted apart. For the eye alone: a table beside it has the numbers. */
export function DayBars({ bars, most, hasBelow }: Props) {
  const height = ABOVE + 1 + (hasBelow ? BELOW : 0)
  const tall = (count: number, room: number) => (count === 0 ? 0 : Math.max(LEAST, (count / most) * room))
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${bars.length * STEP - (STEP - WIDTH)} ${height}`}
      preserveAspectRatio="none"
      className={hasBelow ? 'block h-13 w-full' : 'block h-9 w-full'}
    >
      {bars.map(({ key, above, below }, index) => (
        <g key={key}>
          <rect
            x={index * STEP}
            y={ABOVE - tall(above, ABOVE)}
            width={WIDTH}
            height={tall(above, ABOVE)}
            className="fill-copper"
          />
          <rect x={index * STEP} y={ABOVE} width={WIDTH} height={1} className="fill-line" />
          <rect x={index * STEP} y={ABOVE + 1} width={WIDTH} height={tall(below, BELOW)} className="fill-ink-3" />
        </g>
      ))}
    </svg>
  )
}

/** Where the bars above it begin and end. */
export function DayScale({ first, last }: { first: string; last: string }) {
  return (
    <span className="flex justify-between text-xs text-ink-3 tabular-nums">
      <span>{first}</span>
      <span>{last}</span>
    </span>
  )
}
