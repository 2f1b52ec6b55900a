import { clsx } from 'clsx'

const WIDTH = 320
const HEIGHT = 160
/** A prime above every n and m: no copy falls on another. */
const COPIES = 19

/**
 * Linework from a hash: two closed curves r(θ) = 1 + a·sin(nθ) + b·sin(mθ), each turned nineteen times. The same hash always gives the
 * same figure. It is a drawing in the document, so that a page has it before any script.
 *
 * @param seed SHA-256 in hexadecimal.
 */
export function Cover({ seed, className }: { seed: string; className?: string }) {
  const byte = (index: number) => Number.parseInt(seed.slice(index * 2, index * 2 + 2), 16) / 255
  // Near the middle, so that no side stays empty.
  const x = WIDTH * (0.46 + byte(12) * 0.08)
  return (
    <div aria-hidden="true" className={clsx('overflow-hidden bg-brand-tint', className)}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" className="block size-full">
        <Layer id={`${seed.slice(0, 8)}-a`} x={x} path={curve(byte, 0, 140)} className="stroke-brand" />
        <Layer id={`${seed.slice(0, 8)}-b`} x={x} path={curve(byte, 6, 46)} className="stroke-copper" />
      </svg>
    </div>
  )
}

function Layer({ id, x, path, className }: { id: string; x: number; path: string; className: string }) {
  return (
    <g transform={`translate(${x.toFixed(1)} ${HEIGHT / 2})`} fill="none" strokeWidth={0.8} className={className}>
      <path id={id} d={path} vectorEffect="non-scaling-stroke" />
      {Array.from({ length: COPIES - 1 }, (_, copy) => (
        <use key={copy} href={`#${id}`} transform={`rotate(${(((copy + 1) * 360) / COPIES).toFixed(2)})`} />
      ))}
    </g>
  )
}

/** @param from the first of the four bytes it is made from. */
function curve(byte: (index: number) => number, from: number, radius: number): string {
  const n = 3 + Math.floor(byte(from) * 6)
  const m = 7 + Math.floor(byte(from + 1) * 9)
  const a = 0.12 + byte(from + 2) * 0.16
  const b = 0.04 + byte(from + 3) * 0.09
  const steps = m * 20
  const points = Array.from({ length: steps }, (_, step) => {
    const angle = (step / steps) * Math.PI * 2
    const r = (radius / (1 + a + b)) * (1 + a * Math.sin(n * angle) + b * Math.sin(m * angle))
    return [Math.round(r * Math.cos(angle) * 10), Math.round(r * Math.sin(angle) * 10)] as const
  })
  // Steps from point to point are half as many letters as places.
  const lines = points.map(([x, y], index) => {
    const [fromX, fromY] = points[index - 1] ?? [0, 0]
    return `${index ? 'l' : 'M'}${(x - fromX) / 10} ${(y - fromY) / 10}`
  })
  return `${lines.join('')}z`
}
