import { figures } from '#web/messages/site/figures.ts'
import { Drawing, Key, WIDTH } from './drawing.tsx'

type Vector = readonly [x: number, y: number]

const words = figures.lattice
const HEIGHT = 236
const ORIGIN: Vector = [52, 186]
const SHORT: readonly [Vector, Vector] = [
  [40, -10],
  [8, -38],
]
/** The same lattice: the determinant of (3 2; 4 3) is 1. */
const LONG: readonly [Vector, Vector] = [combine(SHORT, [3, 2]), combine(SHORT, [4, 3])]
const TARGET: Vector = combine(SHORT, [4.4, -0.2])

const nearest = rounded(SHORT)
const missed = rounded(LONG)

/** Two bases of one lattice and what rounding with each of them finds. Everything here is computed. */
export function Lattice() {
  return (
    <Drawing label={words.label} height={HEIGHT + 62}>
      {latticePoints().map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={2} className="fill-control" />
      ))}
      {LONG.map((vector) => (
        <Arrow key={vector.join()} vector={vector} className="fill-copper stroke-copper" dashes="6 4" />
      ))}
      {SHORT.map((vector) => (
        <Arrow key={vector.join()} vector={vector} className="fill-brand stroke-brand" />
      ))}
      <line {...ends(TARGET, nearest)} className="stroke-brand" strokeDasharray="2 2" />
      <Cross at={onPage(TARGET)} />
      <circle cx={onPage(nearest)[0]} cy={onPage(nearest)[1]} r={5} className="fill-brand" />
      <circle
        cx={onPage(missed)[0]}
        cy={onPage(missed)[1]}
        r={5}
        strokeWidth={2}
        className="fill-surface stroke-copper"
      />
      <Keys />
    </Drawing>
  )
}

function Keys() {
  const [short, long, target, near, wrong] = words.keys
  const y = HEIGHT + 18
  return (
    <>
      <Key x={6} y={y} text={short}>
        <line x2={10} strokeWidth={2} className="stroke-brand" />
      </Key>
      <Key x={6} y={y + 18} text={long}>
        <line x2={10} strokeWidth={2} strokeDasharray="4 2" className="stroke-copper" />
      </Key>
      <Key x={6} y={y + 36} text={target}>
        <Cross at={[5, 0]} />
      </Key>
      <Key x={172} y={y} text={near}>
        <circle cx={5} r={4} className="fill-brand" />
      </Key>
      <Key x={172} y={y + 18} text={wrong}>
        <circle cx={5} r={4} strokeWidth={2} className="fill-surface stroke-copper" />
      </Key>
    </>
  )
}

function Arrow({ vector, className, dashes }: { vector: Vector; className: string; dashes?: string }) {
  const [x, y] = onPage(vector)
  const angle = (Math.atan2(vector[1], vector[0]) * 180) / Math.PI
  return (
    <g className={className}>
      <line x1={ORIGIN[0]} y1={ORIGIN[1]} x2={x} y2={y} strokeWidth={2} strokeDasharray={dashes} />
      <path d="M0 0L-8 -3.5L-8 3.5Z" strokeWidth={0} transform={`translate(${x} ${y}) rotate(${angle.toFixed(2)})`} />
    </g>
  )
}

function Cross({ at: [x, y] }: { at: Vector }) {
  return <path d={`M${x - 4} ${y - 4}l8 8m0 -8l-8 8`} strokeWidth={2} className="stroke-ink" />
}

function combine([first, second]: readonly [Vector, Vector], [a, b]: Vector): Vector {
  return [first[0] * a + second[0] * b, first[1] * a + second[1] * b]
}

/** Babai's rounding: the target in the coordinates of the basis, each rounded to a whole number. */
function rounded(basis: readonly [Vector, Vector]): Vector {
  const [[a, c], [b, d]] = basis
  const det = a * d - b * c
  const [x, y] = TARGET
  return combine(basis, [Math.round((x * d - y * b) / det), Math.round((y * a - x * c) / det)])
}

function onPage([x, y]: Vector): Vector {
  return [ORIGIN[0] + x, ORIGIN[1] + y]
}

function ends(from: Vector, to: Vector) {
  const [x1, y1] = onPage(from)
  const [x2, y2] = onPage(to)
  return { x1, y1, x2, y2 }
}

function latticePoints(): Vector[] {
  const steps = Array.from({ length: 25 }, (_, index) => index - 12)
  return steps
    .flatMap((a) => steps.map((b) => onPage(combine(SHORT, [a, b]))))
    .filter(([x, y]) => x > 4 && x < WIDTH - 4 && y > 4 && y < HEIGHT - 4)
}
