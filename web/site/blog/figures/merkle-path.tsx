import { figures } from '#web/messages/site/figures.ts'
import { Drawing, Key, Label } from './drawing.tsx'

const words = figures.merklePath
const LEAVES = 16
const LEVELS = Math.log2(LEAVES)
const ENTRY = 5
const STEP = 22
const x = (level: number, index: number) => 15 + ((index + 0.5) * 2 ** level - 0.5) * STEP
const y = (level: number) => 176 - level * 38

/** All nodes from the root down, each with the part it has in the proof of one entry. */
const NODES = Array.from({ length: LEVELS + 1 }, (_, level) =>
  Array.from({ length: LEAVES >> level }, (_, index) => ({ level, index, role: roleOf(level, index) })),
).flat()

/** The proof for one entry out of sixteen. */
export function MerklePath() {
  return (
    <Drawing label={words.label} height={226}>
      {NODES.filter(({ level }) => level < LEVELS).map(({ level, index, role }) => (
        <line
          key={`${level}-${index}`}
          x1={x(level, index)}
          y1={y(level)}
          x2={x(level + 1, index >> 1)}
          y2={y(level + 1)}
          strokeWidth={role === 'other' ? 1 : 2}
          className={role === 'computed' ? 'stroke-brand' : role === 'proof' ? 'stroke-copper' : 'stroke-line'}
        />
      ))}
      {NODES.map((node) => (
        <Node key={`${node.level}-${node.index}`} {...node} />
      ))}
      <Label x={x(LEVELS, 0) + 12} y={y(LEVELS) - 4}>
        {words.root}
      </Label>
      {Array.from({ length: LEAVES }, (_, index) => (
        <Label
          key={index}
          tone={index === ENTRY ? 'plain' : 'soft'}
          className={index === ENTRY ? 'font-semibold' : ''}
          x={x(0, index)}
          y={y(0) + 19}
          textAnchor="middle"
        >
          {index}
        </Label>
      ))}
      <Key x={6} y={220} text={words.keys[0]}>
        <circle cx={5} r={5} className="fill-brand" />
      </Key>
      <Key x={190} y={220} text={words.keys[1]}>
        <circle cx={5} r={4.5} strokeWidth={2} className="fill-surface stroke-copper" />
      </Key>
    </Drawing>
  )
}

type Role = 'computed' | 'proof' | 'other'

function Node({ level, index, role }: { level: number; index: number; role: Role }) {
  const at = { cx: x(level, index), cy: y(level) }
  if (role === 'computed') return <circle {...at} r={6.5} className="fill-brand" />
  if (role === 'proof') return <circle {...at} r={6} strokeWidth={2.5} className="fill-surface stroke-copper" />
  return <circle {...at} r={4.5} className="fill-sunken stroke-control" />
}

/** A node above the entry is computed; its sibling is given. */
function roleOf(level: number, index: number): Role {
  const above = ENTRY >> level
  if (index === above) return 'computed'
  return index === (above ^ 1) ? 'proof' : 'other'
}
