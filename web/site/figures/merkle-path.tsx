import { Drawing } from '#web/ui/site/drawing.tsx'

const LEAVES = 16
/** The leaf whose path is drawn. */
const LEAF = 5
const LEVELS = 5
const WIDTH = 400
const HEIGHT = 150

const place = (level: number, index: number) => ({
  x: ((index + 0.5) * WIDTH) / (LEAVES >> level),
  y: HEIGHT - 12 - (level * (HEIGHT - 24)) / (LEVELS - 1),
})

/** A Merkle tree of 16 leaves. The hashes beside one leaf's way to the root (RFC 9162 §2.1.3) are all that its proof needs. */
export function MerklePathFigure({ label }: { label: string }) {
  const nodes = Array.from({ length: LEVELS }, (_, level) =>
    Array.from({ length: LEAVES >> level }, (_, index) => ({ level, index, ...place(level, index) })),
  ).flat()
  const isOnWay = (level: number, index: number) => index === LEAF >> level
  const isProof = (level: number, index: number) => level < LEVELS - 1 && index === ((LEAF >> level) ^ 1)
  return (
    <Drawing label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="w-full max-w-xl">
      {nodes
        .filter(({ level }) => level < LEVELS - 1)
        .map(({ level, index, x, y }) => {
          const parent = place(level + 1, index >> 1)
          return (
            <path
              key={`${level}-${index}`}
              d={`M${x} ${y}L${parent.x} ${parent.y}`}
              strokeWidth={isOnWay(level, index) ? 2 : 1}
              className={isOnWay(level, index) ? 'fill-none stroke-brand' : 'fill-none stroke-control'}
            />
          )
        })}
      {nodes.map(({ level, index, x, y }) => (
        <circle
          key={`${level}.${index}`}
          cx={x}
          cy={y}
          r={isOnWay(level, index) || isProof(level, index) ? 4.5 : 2.5}
          className={isOnWay(level, index) ? 'fill-brand' : isProof(level, index) ? 'fill-copper' : 'fill-ink-3'}
        />
      ))}
    </Drawing>
  )
}
