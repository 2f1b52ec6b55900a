import { Drawing } from '#web/ui/site/drawing.tsx'

/** Columns and rows of the lattice, and where its origin lies in the view box. */
const [COLUMNS, ROWS] = [13, 8]
const ORIGIN = { x: 40, y: 270 }
/** The private basis: short, nearly at right angles. */
const SHORT = [
  { x: 44, y: -6 },
  { x: 14, y: -38 },
] as const
/** The public basis spans the same lattice: its determinant is 1 (5·3 − 7·2). Long and nearly parallel. */
const LONG = [
  { a: 5, b: 2 },
  { a: 7, b: 3 },
] as const
/** A point near the lattice point 6·first + 3·second: the message with its noise. */
const HIDDEN = { a: 6, b: 3 }
const NOISE = { x: 8, y: 7 }

const at = (a: number, b: number) => ({
  x: ORIGIN.x + a * SHORT[0].x + b * SHORT[1].x,
  y: ORIGIN.y + a * SHORT[0].y + b * SHORT[1].y,
})

/** A plane lattice with two bases of it: what a public key shows and what a private key holds. Every arrow ends on a point. */
export function LatticeFigure({ label }: { label: string }) {
  const points = Array.from({ length: (COLUMNS + 6) * ROWS }, (_, index) => {
    const b = index % ROWS
    return at(Math.floor(index / ROWS) - 3, b)
  }).filter(({ x, y }) => x >= 20 && x <= 600 && y >= 12 && y <= 292)
  const nearest = at(HIDDEN.a, HIDDEN.b)
  const target = { x: nearest.x + NOISE.x, y: nearest.y + NOISE.y }
  return (
    <Drawing label={label} viewBox="0 0 620 304" className="w-full">
      {points.map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="2.4" className="fill-ink-3" />
      ))}
      <g className="fill-none stroke-copper" strokeWidth="2" strokeDasharray="5 5">
        {LONG.map(({ a, b }) => (
          <path key={a} d={`M${ORIGIN.x} ${ORIGIN.y}L${at(a, b).x} ${at(a, b).y}`} />
        ))}
      </g>
      <g className="fill-none stroke-brand" strokeWidth="3">
        {SHORT.map(({ x, y }) => (
          <path key={x} d={`M${ORIGIN.x} ${ORIGIN.y}l${x} ${y}`} />
        ))}
      </g>
      <circle cx={nearest.x} cy={nearest.y} r="15" className="fill-none stroke-brand" strokeWidth="2" />
      <path
        d={`M${target.x - 4} ${target.y - 4}l8 8m0 -8l-8 8`}
        className="fill-none stroke-danger"
        strokeWidth="2.5"
      />
    </Drawing>
  )
}
