import { figures } from '#web/messages/site/figures.ts'
import { Drawing, Label } from './drawing.tsx'

const words = figures.wrapCosts
/** Bytes, as the article computes them. */
const BY_FILE = 12e6 * 6 * 5055
const QUANTUM = 8750 * 24 * 1228 + 8750 * 3373
const BY_SPACE = QUANTUM + 8750 * 8589 + 12e6 * 60
const EDGE = 216
/** An area as large as `bytes` beside the large square. */
const edgeOf = (bytes: number) => EDGE * Math.sqrt(bytes / BY_FILE)
const LEFT = EDGE + 24

/** Two layouts of the same keys, areas to scale. */
export function WrapCosts() {
  const small = edgeOf(BY_SPACE)
  const filled = edgeOf(QUANTUM)
  const top = EDGE - small
  return (
    <Drawing label={words.label} height={EDGE + 4}>
      <rect x={1} y={1} width={EDGE} height={EDGE} className="fill-brand stroke-brand" />
      <text className="fill-brand-ink text-[13px] font-semibold" x={14} y={EDGE - 30}>
        {words.byFile[0]}
      </text>
      <text className="fill-brand-ink text-[13px] tabular-nums" x={14} y={EDGE - 13}>
        {words.byFile[1]}
      </text>
      <Label className="font-semibold" x={LEFT} y={top - 42}>
        {words.bySpace[0]}
      </Label>
      <Label x={LEFT} y={top - 26}>
        {words.bySpace[1]}
      </Label>
      <rect x={LEFT} y={top} width={small} height={small} className="fill-brand-tint stroke-brand" />
      <rect x={LEFT} y={EDGE - filled} width={filled} height={filled} className="fill-brand" />
      <Label x={LEFT + small + 8} y={EDGE - 14} tone="soft">
        {words.quantum[0]}
      </Label>
      <Label x={LEFT + small + 8} y={EDGE} tone="soft">
        {words.quantum[1]}
      </Label>
    </Drawing>
  )
}
